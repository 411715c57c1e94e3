import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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
    test: /web\/(app\/app-shell\/(?!app-shell|key-sheet|installation-notices|two-step-gate|proof-gate|today)|ui\/dialog-later)|@tanstack/,
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

export default defineConfig({
  plugins: [withoutSummaries, react()],
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
        codeSplitting: {
          groups: groups.map((group, n) => ({ ...group, priority: groups.length - n })),
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/mail-frame': server } },
  preview: { proxy: { '/api': server, '/mail-frame': server } },
});
