import type { AnyImportKind } from '#contract/imports/columns.ts';
import { paths } from '#web/app/paths.ts';

/** The page of a record that an import made or matched. The others have none of their own. */
export function recordPath(kind: AnyImportKind, id: string | null): string | null {
  if (id === null) return null;
  switch (kind) {
    case 'members':
    case 'exportedMembers':
      return paths.member(id);
    case 'payments':
    case 'exportedInvoices':
      return paths.invoice(id);
    case 'donations':
    case 'exportedDonations':
      return paths.donation(id);
    default:
      return null;
  }
}
