import type { Invoice } from '#contract/invoices/endpoints.ts';
import type { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { codeLater, useCodeLater } from '#web/app/router/code-later.ts';
import type { Renewal } from './use-renewal.ts';

export const renewDialog = codeLater(async () => (await import('./renew-dialog.tsx')).RenewDialog);

export interface RenewalProps {
  renewal: Renewal;
  once: ReturnType<typeof useOneAtATime>;
  /** The invoice that a renewal without another type continues. */
  openInvoice: Invoice | undefined;
}

/** Loads the dialog before the button is pressed. */
export function RenewLater(props: RenewalProps) {
  const { code: RenewDialog } = useCodeLater(renewDialog);
  return props.renewal.request && RenewDialog && <RenewDialog {...props} />;
}
