/** The service worker of the charts desk: after the first visit the page works without a network. */

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', work: (event: Lasting) => void): void;
  addEventListener(kind: 'fetch', work: (event: Fetching) => void): void;
}

/** What the server writes above this file: a name made of the content of everything, and what to keep. */
declare const DESK: { readonly version: string; readonly files: readonly string[] };

const worker = self as unknown as Worker;
const FAMILY = 'charts-desk-';
const CACHE = FAMILY + DESK.version;
const scope = worker.registration.scope;
/** The desk in the language of the page that asks for this worker; others are not loaded. */
const WORDS = `api/desk${new URL(self.location.href).search}`;

async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([...DESK.files, WORDS].map((file) => new Request(new URL(file, scope), { cache: 'reload' })));
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(FAMILY) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** What was kept under one of these names, the first that is there. */
async function kept(...files: (Request | string)[]): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  for (const file of files) {
    const found = await cache.match(typeof file === 'string' ? new URL(file, scope) : file);
    if (found) return found;
  }
  return undefined;
}

/** The newest page and data while there is a network, what was kept otherwise. */
async function fresh(request: Request, ...others: string[]): Promise<Response> {
  try {
    return await fetch(request);
  } catch (problem) {
    const found = await kept(request, ...others);
    if (found) return found;
    throw problem;
  }
}

worker.addEventListener('install', (event) => event.waitUntil(fill()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = request.url.startsWith(scope) ? request.url.slice(scope.length) : null;
  if (request.method !== 'GET' || path === null) return;
  if (request.mode === 'navigate') event.respondWith(fresh(request, './'));
  else if (path.startsWith('api/desk')) event.respondWith(fresh(request, WORDS));
  // the name of an asset holds what is in it, so what was kept is what would come
  else if (path.startsWith('assets/')) event.respondWith(kept(request).then((found) => found ?? fetch(request)));
});
