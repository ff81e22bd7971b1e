// What prettier cannot see: code that is wrong, unused, or longer than a line may be.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  // data: drawn by tools/map, or lists of coordinates
  { ignores: ['node_modules/', 'src/map/data/', 'tools/map/geography.mjs'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // `== null` asks for null and undefined at once
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-len': ['error', { code: 120, tabWidth: 2 }],
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // tables by name (pieces, forces, options) lose entries
      '@typescript-eslint/no-dynamic-delete': 'off',
      // props are declared with `let` where one of them is bound
      'prefer-const': 'off',
      'svelte/prefer-const': 'error',
      // prettier keeps a space beside a block as {' '}
      'svelte/no-useless-mustaches': 'off',
      // sets and maps here are made, asked and thrown away; what is shared is $state
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  // written by tools/page_types.py: an answer may be empty
  { files: ['src/lib/types.ts'], rules: { '@typescript-eslint/no-empty-object-type': 'off' } },
  { files: ['src/charts/**'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  { files: ['tools/**', 'test/**'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
);
