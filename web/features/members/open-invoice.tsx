import { useQuery } from '@tanstack/react-query';
import { isOpen, searchInvoices } from '#contract/invoices.ts';
import { memberFormTexts } from '#contract/member-form.ts';
import { formatRand } from '#contract/money.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { Link } from '#web/app/router/link.tsx';

/** The way to what the member still has to pay. */
export function OpenInvoice({ memberId }: { memberId: string }) {
  const { data, isError } = useQuery({
    queryKey: ['invoices', 'open', memberId],
    queryFn: ({ signal }) =>
      call(searchInvoices, { body: { memberId, isPaid: false, pageSize: 100 } }, { signal }),
    refetchOnMount: 'always',
  });
  if (isError) return memberFormTexts.invoicesUnknown;
  if (!data) return '…';
  const open = data.results.filter(({ state }) => isOpen(state));
  if (open.length === 0) return memberFormTexts.noOpenInvoice;
  return (
    <>
      {open.map(({ id, invoiceNumber, amount }) => (
        <div key={id}>
          <Link to={paths.invoice(id)}>{`${invoiceNumber}, ${formatRand(amount)}`}</Link>
        </div>
      ))}
    </>
  );
}
