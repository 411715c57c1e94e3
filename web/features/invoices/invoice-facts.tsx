import type { Invoice } from '#contract/invoices.ts';
import { formatRand } from '#contract/money.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import styles from './invoice-page.module.css';
import { payerFacts } from './payer-facts.tsx';

/** An invoice that stays as it is, and why. */
export function InvoiceFacts({ invoice, why }: { invoice: Invoice; why: string }) {
  const { line, amount, paymentType } = invoice;
  return (
    <>
      <Card title="The invoice">
        <p>{why}</p>
        <DefinitionList
          facts={[
            ...payerFacts(invoice),
            { label: 'For', value: line },
            { label: 'Amount', value: formatRand(amount) },
            { label: 'Payment Type', value: paymentType },
          ]}
        />
      </Card>
      <div className={styles.buttons}>
        <ButtonLink to={backToList(paths.invoices())}>Back to invoices</ButtonLink>
      </div>
    </>
  );
}
