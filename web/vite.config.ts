import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { languages } from './tools/languages';

/** The two pages of this workspace: where each begins and where the Python package keeps what is built of it. */
const PAGES = {
  table: { entries: { index: 'index.html' }, out: '../src/sanssouci/table/static' },
  charts: {
    // the evaluator is a file of its own, which tests can run without a page
    entries: { charts: 'charts.html', engine: 'src/charts/engine/index.ts', sw: 'src/charts/sw.ts' },
    out: '../src/sanssouci/italian_wars/static',
  },
};

// What is built is shipped inside the Python package and kept in the repository: names come from the content alone,
// so that building again gives the same files byte for byte. `--mode charts` builds the charts desk, else the table.
export default defineConfig(({ mode }) => {
  const page = mode === 'charts' ? PAGES.charts : PAGES.table;
  return {
    plugins: [svelte(), languages()],
    base: './',
    build: {
      outDir: page.out,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: true,
      rollupOptions: {
        input: page.entries,
        preserveEntrySignatures: 'allow-extension',
        output: {
          // a service worker keeps its name: browsers look for a newer one under the same address
          entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
        },
      },
    },
    server: { proxy: { '/api': { target: 'http://localhost:1756', ws: true } } },
  };
});
