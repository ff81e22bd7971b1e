/** The folders of `src/sanssouci/voice/catalogue` as `tools/languages.ts` puts them together: one file per room. */
declare module 'virtual:languages' {
  /** What is loaded beside the page's own words: those of the guided first game. */
  export type Room = 'lessons';
  /** What each language calls itself, by its code; the first is spoken to who wishes none of them. */
  export const NAMES: Record<string, string>;
  /** The rules of a language, the page's words and those of some rooms. */
  export function load(
    code: string,
    rooms: Room[],
  ): Promise<{ rules: import('./rules').LanguageData; words: Record<string, string> }>;
}
