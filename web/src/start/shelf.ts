/** What this browser remembers of games beside the server: which came from a file, and which are taken off the list. */
export type Mark = 'record' | 'hidden';
const KEPT = 'sanssouci-shelf';
/** Old marks are forgotten: the games they speak of are gone by then. */
const MOST = 300;

function read(): Record<string, Mark[]> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    if (kept === null || typeof kept !== 'object') return {};
    return Object.fromEntries(Object.entries(kept).filter((e): e is [string, Mark[]] => Array.isArray(e[1])));
  } catch {
    return {};
  }
}
function write(marks: Record<string, Mark[]>): void {
  try {
    localStorage.setItem(
      KEPT,
      JSON.stringify(
        Object.fromEntries(
          Object.entries(marks)
            .filter(([, m]) => m.length)
            .slice(-MOST),
        ),
      ),
    );
  } catch {
    /* not remembered then */
  }
}

export const isMarked = (game: string, mark: Mark): boolean => read()[game]?.includes(mark) ?? false;

export function setMark(game: string, mark: Mark, on = true): void {
  const marks = read();
  const others = (marks[game] ?? []).filter((m) => m !== mark);
  if (!on && others.length === (marks[game]?.length ?? 0)) return;
  marks[game] = on ? [...others, mark] : others;
  write(marks);
}
