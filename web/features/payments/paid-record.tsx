import { useQuery } from '@tanstack/react-query';
import { getDonation } from '#contract/donations.ts';
import { getInvoice } from '#contract/invoices.ts';
import { type Notification, notificationTexts } from '#contract/notifications.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { Link } from '#web/app/router/link.tsx';

/** The number of the invoice or donation, which leads to it; or that we have no such thing. */
export function PaidRecord({ notification }: { notification: Notification }) {
  const { kind, recordId, checks } = notification;
  const isOurs = checks.some(({ name, outcome }) => name === 'record' && outcome === 'passed');
  const { data: number } = useQuery({
    queryKey: ['cardNotifications', 'record', kind, recordId],
    queryFn: ({ signal }) => numberOf(notification, signal),
    enabled: isOurs,
    staleTime: Infinity,
  });
  if (!isOurs) return notificationTexts.unknownRecord(kind);
  const isDonation = kind === 'donation';
  const words = number ?? (isDonation ? 'Donation' : 'Invoice');
  const list = isDonation ? paths.donations() : paths.invoices();
  const filter = isDonation ? 'reference' : 'invoiceNumber';
  const query = number === undefined ? '' : `?${new URLSearchParams({ [filter]: number })}`;
  return <Link to={`${list}${query}`}>{words}</Link>;
}

async function numberOf({ kind, recordId }: Notification, signal: AbortSignal): Promise<string> {
  const input = { params: { id: recordId } };
  if (kind === 'donation') {
    const found = await call(getDonation, input, { signal });
    return 'reference' in found ? found.reference : '';
  }
  const found = await call(getInvoice, input, { signal });
  return 'invoiceNumber' in found ? found.invoiceNumber : '';
}
