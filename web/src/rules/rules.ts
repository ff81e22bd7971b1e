/** The rulebook as the server tells it, and the places in it that an address can name. */
import type { Rule } from '../lib/types';

export interface Chapter {
  number: number;
  title: string;
  html: string;
}
export interface Rules {
  language: string;
  intro: string;
  chapters: Chapter[];
  rules: Rule[];
}

/** The number that the part of an address after `#` names; odd signs stay as they are. */
export function wantedOf(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** The element that shows what is wanted, or null where there is none. */
export function placeOf(book: Rules, wanted: string): string | null {
  const chapter = /^chapter-(\d+)$/.exec(wanted);
  if (chapter) return book.rules.some((r) => r.chapter === Number(chapter[1])) ? wanted : null;
  return book.rules.some((r) => r.id === wanted) ? wanted : null;
}
