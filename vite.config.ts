import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm start` serves; only the development server asks it from another port. */
const server = process.env['SERVER_URL'] ?? 'http://localhost:3000';

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
          // Changes with an upgrade, not with a release: returning visitors keep it.
          groups: [{ name: 'frame', test: /node_modules\/(react|react-dom|scheduler)\// }],
        },
      },
    },
  },
  server: { proxy: { '/api': server } },
  preview: { proxy: { '/api': server } },
});
