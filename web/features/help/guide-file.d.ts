/** docs/admin-guide.md, which vite.config.ts reads when the pages are built. */
declare module 'virtual:admin-guide' {
  import type { Guide } from '#web/features/help/guide.ts';
  export const guide: Guide;
}
