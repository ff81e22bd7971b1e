/**
 * After an upgrade the server has other files. A page from before works on as it is; where it needs a part that it has
 * not loaded yet, and that is gone, it is loaded anew and finds itself where it was.
 */

const WHEN = 'sanssouci.renewed';
/** A page that was renewed a moment ago and still lacks the part has no network: it is left alone. */
const PAUSE = 10_000;

/** Watch for parts that are gone. */
export function startRenewal(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (Date.now() - Number(sessionStorage.getItem(WHEN) ?? 0) < PAUSE) return;
    sessionStorage.setItem(WHEN, String(Date.now()));
    event.preventDefault();
    location.reload();
  });
}
