import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm start` serves; only the development server asks it from another port. */
const server = process.env['SERVER_URL'] ?? 'http://localhost:3000';

/**
 * What is one file. Left to itself, each set of pages that shares a module gets a file of its own,
 * and My Profile waits for 64 answers. The first that fits a module takes it, with what it needs
 * and nobody has taken yet. Pages themselves stay out: they are found by their names.
 */
const together = [
  // Changes with an upgrade, not with a release: returning visitors keep it.
  { name: 'frame', test: /node_modules\/(react|react-dom|react-router|cookie-es|scheduler)\// },
  { name: 'first', tags: ['$initial' as const] },
  { name: 'calls', test: /web\/(api\/use-(call|one)|session\/sign-out|app\/router\/code-later)/ },
  {
    name: 'form',
    test: /react-hook-form|web\/(ui\/fields\/(field|text|email|checkbox|select|input)|forms\/(use-checked|use-error|error-summary|form-problem))/,
  },
  { name: 'records', test: /contract\/(auth|invoices|member-types|payments)\.ts/ },
  { name: 'relatives', test: /web\/features\/members\/relative(s-editor|-card|-rules)/ },
  { name: 'signed-in', test: /web\/app\/app-shell\/(?!app-shell|key-sheet)|@tanstack/ },
  {
    name: 'member',
    test: /web\/features\/(members\/(aged-out|member-rules|member-values|relatives-section|save-relatives|use-(?!member-choices))|users\/.*picture)/,
  },
];

export default defineConfig({
  plugins: [react()],
  publicDir: 'web/public',
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // Tells the prerendering which styles and code a page needs.
    manifest: true,
    // The content security policy allows files, not data addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: together.map((group, n) => ({ ...group, priority: together.length - n })),
        },
      },
    },
  },
  server: { proxy: { '/api': server } },
  preview: { proxy: { '/api': server } },
});
