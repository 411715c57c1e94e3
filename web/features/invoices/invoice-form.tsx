import { invoiceAdminTexts } from '#contract/invoice-admin.ts';
import { formatRand } from '#contract/money.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RecordBar } from '#web/forms/record-bar.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import layout from '#web/forms/form-layout.module.css';
import { typedInvoice, typedMembership, valuesOf } from './invoice-values.ts';
import { MatterFields } from './matter-fields.tsx';
import { PayerFields } from './payer-fields.tsx';
import { payerFacts } from './payer-facts.tsx';
import { PaymentTypeField } from './payment-type-field.tsx';
import { type FormProps, useInvoiceForm } from './use-invoice-form.ts';

/** What can be put right before anybody has seen the invoice. */
export function InvoiceForm(props: FormProps) {
  const isMembership = props.version.invoice.memberTypeId !== null;
  return isMembership ? <MembershipForm {...props} /> : <AnyAmountForm {...props} />;
}

function AnyAmountForm(props: FormProps) {
  const { invoice } = props.version;
  const edit = useInvoiceForm(props, { schema: typedInvoice, values: valuesOf(invoice) });
  const { register, formState } = edit.form;
  const of = { register, wrong: formState.errors };
  return (
    <form noValidate onSubmit={edit.onSubmit} className={layout.form}>
      <ErrorSummary {...edit.errors.summary} />
      <Card title="Payer">
        <PayerFields {...of} />
      </Card>
      <Card title="The invoice">
        <MatterFields {...of} current={invoice.paymentType} />
      </Card>
      <RecordBar {...edit.bar} isQuiet={!edit.bar.isChanged} />
    </form>
  );
}

function MembershipForm(props: FormProps) {
  const { invoice } = props.version;
  const { line, amount, paymentType } = invoice;
  const edit = useInvoiceForm(props, { schema: typedMembership, values: { paymentType } });
  const { register, formState } = edit.form;
  return (
    <form noValidate onSubmit={edit.onSubmit} className={layout.form}>
      <ErrorSummary {...edit.errors.summary} />
      <Card title="The invoice">
        <p>{invoiceAdminTexts.fixedByType}</p>
        <DefinitionList
          facts={[
            ...payerFacts(invoice),
            { label: 'For', value: line },
            { label: 'Amount', value: formatRand(amount) },
          ]}
        />
        <PaymentTypeField
          current={paymentType}
          error={formState.errors.paymentType?.message}
          {...register('paymentType')}
        />
      </Card>
      <RecordBar {...edit.bar} isQuiet={!edit.bar.isChanged} />
    </form>
  );
}
