/** Where we are: the path below the page's base address, without a library. */
const base = (): URL => new URL(document.baseURI);

const read = (): string => {
  const root = base().pathname;
  return location.pathname.startsWith(root)
    ? location.pathname.slice(root.length)
    : location.pathname.replace(/^\//, '');
};

let path = $state(read());
let hash = $state(location.hash.slice(1));

export const where = (): string => path;
export const fragment = (): string => hash;

export const href = (to: string): string => new URL(to, base()).href;

export function go(to: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', href(to));
  follow();
}

function follow(): void {
  path = read();
  hash = location.hash.slice(1);
  window.scrollTo(0, 0);
}

export function startRouter(): void {
  addEventListener('popstate', follow);
  addEventListener('hashchange', follow);
  document.addEventListener('click', (e) => {
    const link = (e.target as Element | null)?.closest?.('a');
    if (
      !link ||
      e.defaultPrevented ||
      e.button !== 0 ||
      e.ctrlKey ||
      e.metaKey ||
      e.shiftKey ||
      link.target ||
      link.hasAttribute('download')
    )
      return;
    const to = new URL(link.href, document.baseURI);
    if (to.origin !== location.origin || !to.pathname.startsWith(base().pathname) || to.pathname.includes('/api/'))
      return;
    e.preventDefault();
    go(to.href);
  });
}
