/** The tab's title and icon say that it is my turn. */
const ICON = (mine: boolean): string => {
  const star = 'M16 2l4 6 7-2-1 7 5 3-5 3 1 7-7-2-4 6-4-6-7 2 1-7-5-3 5-3-1-7 7 2z';
  const path = `<path fill="${mine ? '#d2401f' : '#1f3a5f'}" stroke="#b08d3c" stroke-width="2" d="${star}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${path}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

/** `where`: which game this is, and its turn. */
export function announceTurn(mine: boolean, where: string): () => void {
  document.title = (mine ? '● ' : '') + (where ? `${where} · ` : '') + 'Sanssouci';
  document.querySelector('link[rel="icon"]')?.setAttribute('href', ICON(mine));
  return () => {
    document.title = 'Sanssouci';
  };
}
