import type { Invoice } from '#contract/invoices.ts';
import type { List } from '#web/admin-list/list-shape.ts';
import type { ApiError } from '#web/api/api-error.ts';
import type { Notify } from '#web/ui/notices.tsx';

/** What each action of a row is given. */
export interface InvoiceActionProps {
  invoice: Invoice;
  /** The invoice and its payer, for those who hear the buttons one by one. */
  name: string;
  list: List;
}

/** The specification's sentence as a notice, and above the rows why the server refused. */
export function sayFailure(
  error: ApiError | null,
  text: string,
  { notify, list }: { notify: Notify; list: List },
): void {
  // Null: an earlier press is still under way and will speak for itself.
  if (error === null || error.status === 401) return;
  notify.failure(text);
  list.fail(error.message);
}
