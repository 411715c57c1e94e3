import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { readGuide } from './scripts/guide/read-guide.ts';

/** The API server that `vite dev` and `vite preview` proxy to. */
const server = process.env['SERVER_URL'] ?? 'http://localhost:3000';

/**
 * The chunks. By default the bundler makes a chunk per set of pages that share a module, and My
 * Profile would load 64 files. A module goes to the first group that matches, with its imports.
 * Pages are in no group, so that the manifest has them by name.
 */
const groups = [
  // Changes with an upgrade of React, not with a release: returning visitors have it cached.
  { name: 'frame', test: /node_modules\/(react|react-dom|react-router|cookie-es|scheduler)\// },
  { name: 'first', tags: ['$initial' as const] },
  { name: 'calls', test: /web\/(api\/use-(call|one)|session\/sign-out|app\/router\/code-later)/ },
  {
    name: 'form',
    test: /react-hook-form|web\/(ui\/fields\/(field|text|email|checkbox|select|input)|forms\/(use-checked|use-error|error-summary|form-problem|problem-in))/,
  },
  { name: 'records', test: /contract\/(auth|invoices|member-types|payments)\/endpoints\.ts/ },
  // Before the groups below, which would take these with them to pages without a member.
  { name: 'people', test: /contract\/members\/endpoints\.ts/ },
  {
    name: 'parts',
    test: /contract\/files|web\/(ui\/(card|disclosure|fields\/file-input)\.|forms\/use-(signed-out-draft|unsaved-changes))|icons\/plus\./,
  },
  { name: 'relatives', test: /web\/features\/members\/relative(s-editor|-rules)/ },
  {
    name: 'signed-in',
    test: /web\/(app\/app-shell\/(?!app-shell|key-sheet|installation-notices|two-step-gate|proof-gate|today|search-|find-pages|help-link)|ui\/dialog-later)|@tanstack/,
  },
  // The member form, which My Profile and the administrators' pages share.
  {
    name: 'member',
    test: /web\/features\/(members\/(member-values|relatives-section|save-relatives|use-(?!member-choices|recording))|users\/.*picture)/,
  },
];

/** Only the documentation of the calls shows what each one is for. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\// },
    handler: (code) => ({
      code: code.replaceAll(/^ +summary:\s+(?:'(?:[^'\\]|\\.)*'|"[^"]*"),$/gm, ''),
      map: null,
    }),
  },
};

/** The help shows the administrator's guide; browsers get it as data, without a reader of Markdown. */
const adminGuide: Plugin = {
  name: 'admin-guide',
  resolveId: { filter: { id: /^virtual:admin-guide$/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0virtual:admin-guide$/ },
    handler() {
      const file = 'docs/admin-guide.md';
      this.addWatchFile(file);
      const guide = JSON.stringify(readGuide(readFileSync(file, 'utf8')));
      return `export const guide = JSON.parse(${JSON.stringify(guide)});`;
    },
  },
};

export default defineConfig({
  plugins: [withoutSummaries, adminGuide, react()],
  publicDir: 'web/public',
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // Prerendering and the size check look up each page's files in it.
    manifest: true,
    // The content security policy allows files, not data addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // A first visit loads hundreds of these names: only pages keep a word in theirs.
        chunkFileNames: ({ name }) =>
          name.endsWith('-page') ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        codeSplitting: {
          groups: groups.map((group, n) => ({ ...group, priority: groups.length - n })),
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/mail-frame': server } },
  preview: { proxy: { '/api': server, '/mail-frame': server } },
});
