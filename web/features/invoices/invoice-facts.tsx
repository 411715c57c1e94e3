import type { Invoice } from '#contract/invoices/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { paths } from '#web/app/paths.ts';
import { backToList } from '#web/app/router/list-memory.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { payerFacts } from './invoice-fields.tsx';
import invoicePageStyles from './invoice-page.module.css';

/** A read-only invoice, and why. */
export function InvoiceFacts({ invoice, why }: { invoice: Invoice; why: string }) {
  const { line, amount, paymentType, paidBy } = invoice;
  // What was chosen says nothing any more, once it is paid in another way.
  const isOther = paidBy !== null && paidBy !== paymentType;
  return (
    <>
      <Card title="The invoice">
        <p>{why}</p>
        <DefinitionList
          facts={[
            ...payerFacts(invoice),
            { label: 'For', value: line },
            { label: 'Amount', value: formatRand(amount) },
            ...(isOther ? [] : [{ label: 'Payment Type', value: paymentType }]),
          ]}
        />
      </Card>
      <div className={invoicePageStyles.buttons}>
        <BackToInvoices />
      </div>
    </>
  );
}

export function BackToInvoices() {
  return <ButtonLink to={backToList(paths.invoices())}>Back to invoices</ButtonLink>;
}
