// Puts the page into the Python package, where the server finds it. Same sources, same bytes.
import { build } from 'esbuild';
import { copyFile, mkdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

// another folder may be named, to compare what would be built with what is there
const out = process.argv[2] ? pathToFileURL(`${process.argv[2]}/`) : new URL('../src/sanssouci/italian_wars/static/', import.meta.url);
await mkdir(out, { recursive: true });
await build({
  entryPoints: { charts: 'src/main.ts' },
  absWorkingDir: new URL('.', import.meta.url).pathname,
  outdir: out.pathname,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
});
await copyFile(new URL('src/index.html', import.meta.url), new URL('index.html', out));
await copyFile(new URL('src/icon.svg', import.meta.url), new URL('icon.svg', out));
