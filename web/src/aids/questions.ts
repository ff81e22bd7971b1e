/** What the order line asks of the page itself: the log, which the page was told already. */
const LATELY = 20;

/** How many lines of the log are asked for; null if it is another line. */
export function asksForLog(line: string): number | null {
  const found = /^log(?:\s+(\d{1,5}))?$/i.exec(line);
  return found ? Math.max(1, Number(found[1] ?? LATELY)) : null;
}
