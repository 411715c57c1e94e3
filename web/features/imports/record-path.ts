import type { ImportKind } from '#contract/imports/columns.ts';
import { paths } from '#web/app/paths.ts';

/** The page of a record that an import made or matched. The others have none of their own. */
export function recordPath(kind: ImportKind, id: string | null): string | null {
  if (id === null) return null;
  switch (kind) {
    case 'members':
      return paths.member(id);
    case 'payments':
      return paths.invoice(id);
    case 'donations':
      return paths.donation(id);
    default:
      return null;
  }
}
