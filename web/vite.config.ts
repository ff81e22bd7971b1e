import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The built page is shipped inside the Python package and kept in the repository: names come from the content alone,
// so that building again gives the same files byte for byte.
export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: {
    outDir: '../src/sanssouci/table/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rollupOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
  server: { proxy: { '/api': { target: 'http://localhost:1756', ws: true } } },
});
