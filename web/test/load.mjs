// Loads a module of the pages as Vite would, without a page: TypeScript, Svelte's runes, JSON.
import { fileURLToPath } from 'node:url';
import { after } from 'node:test';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const server = await createServer({ root, server: { middlewareMode: true, ws: false }, logLevel: 'error' });
after(() => server.close());

export const load = (path) => server.ssrLoadModule(path);
