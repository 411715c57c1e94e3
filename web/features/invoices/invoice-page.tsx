import { useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useParams } from 'react-router';
import type * as z from 'zod/mini';
import type { BodyOf } from '#contract/endpoint.ts';
import { invoiceAdminTexts, updateInvoice } from '#contract/invoices/admin-endpoints.ts';
import {
  getInvoice,
  type Invoice,
  invoiceStateNames,
  invoiceTexts,
} from '#contract/invoices/endpoints.ts';
import { getInvoiceStory } from '#contract/invoices/story.ts';
import type { RecordStory } from '#contract/payments/record-story.ts';
import type { RecordedPayment } from '#contract/payments/recorded-payment.ts';
import { useMay } from '#web/session/use-may.ts';
import { formatRand } from '#contract/money.ts';
import { unanswered } from '#web/api/api-error.ts';
import { call, callWithEtag } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { RecordSide } from '#web/features/communication/record-side.tsx';
import layout from '#web/forms/form-layout.module.css';
import { RecordForm } from '#web/forms/record-form.tsx';
import { RecordColumns, RecordHeading } from '#web/forms/record-layout.tsx';
import { InvoiceProofs } from '#web/features/proofs/invoice-proofs.tsx';
import { PersonPrivacy } from '#web/features/privacy/held-data.tsx';
import { CreditNotes } from '#web/features/write-offs/credit-notes.tsx';
import {
  isCorrectable,
  isOwnOfToday,
} from '#web/features/payments/corrections/correct-payment.tsx';
import { useRecordStory } from '#web/features/payments/use-record-story.ts';
import { RecordPage } from '#web/forms/record-page.tsx';
import { useLoadedRecord, type LoadedRecord } from '#web/forms/use-loaded-record.ts';
import { type ReadAgain, useRecordForm } from '#web/forms/use-record-form.ts';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import {
  DescriptionFields,
  payerFacts,
  PayerFields,
  PaymentTypeField,
  typedInvoice,
  typedMembership,
  valuesOf,
} from './invoice-fields.tsx';
import { type InvoiceRights, readOnlyReason } from './invoice-permissions.ts';
import { BackToInvoices, InvoiceFacts } from './invoice-facts.tsx';
import { InvoiceStatusCard } from './invoice-status-card.tsx';

/** One invoice: its status and actions, and a form until it has been sent. */
export function InvoicePage() {
  const { id = '' } = useParams();
  const query = useInvoice(id);
  const version = query.data ? changeKeyOf(query.data) : '';
  const story = useRecordStory(['invoices', id, version], (signal) =>
    call(getInvoiceStory, { params: { id }, signal }),
  );
  const invoice = query.data?.invoice;
  const may = useMay();
  return (
    <RecordPage
      query={query}
      title="Invoice"
      heading={
        invoice && (
          <RecordHeading
            title={`Invoice ${invoice.invoiceNumber}`}
            badge={invoiceStateNames[invoice.state]}
            why={story.data?.why}
            next={story.data?.next}
          />
        )
      }
      back={<BackToInvoices />}
    >
      {(record, readAgain) => (
        <RecordColumns
          side={
            <>
              <InvoiceProofs invoiceId={id} version={version} />
              {story.data && <CreditNotes notes={story.data.creditNotes} />}
              <RecordSide id={id} version={version} query={story} readAgain={readAgain} />
              {record.invoice.memberId === null && (
                <PersonPrivacy
                  kind="payer"
                  id={id}
                  name={`${record.invoice.userFirstName} ${record.invoice.userLastName}`}
                  onErased={query.refetch}
                />
              )}
            </>
          }
        >
          <OneInvoice
            key={id}
            record={record}
            isKept={story.data?.isKept === true}
            isAmountFixed={(story.data?.payments.totalCount ?? 0) > 0}
            rights={rightsOf(may, story.data)}
            payments={livingOf(story.data)}
            readAgain={readAgain}
          />
        </RecordColumns>
      )}
    </RecordPage>
  );
}

function livingOf(story: RecordStory | undefined): readonly RecordedPayment[] {
  return story?.payments.results.filter(({ state }) => state === 'counts') ?? [];
}

function rightsOf(may: ReturnType<typeof useMay>, story: RecordStory | undefined): InvoiceRights {
  const living = livingOf(story);
  const mayWrite = may('money.write');
  return {
    mayUndo: mayWrite || (may('payments.record') && living.every(isOwnOfToday)),
    // A bank statement says the day and the way of its payment.
    mayCorrect: living.some((each) => each.bankLineId === null && isCorrectable(each, may)),
    mayVoid: mayWrite,
  };
}

interface Props {
  record: LoadedInvoice;
  isKept: boolean;
  isAmountFixed: boolean;
  rights: InvoiceRights;
  /** Those that pay it. */
  payments: readonly RecordedPayment[];
  readAgain: ReadAgain;
}

function OneInvoice({ record, isKept, isAmountFixed, rights, payments, readAgain }: Props) {
  const { invoice } = record;
  const [isChanged, setIsChanged] = useState(false);
  const changeKey = changeKeyOf(record);
  useEffect(() => {
    // The focused button was removed with its action.
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, [changeKey]);
  const why = readOnlyReason(invoice, rights, isKept);
  return (
    <div className={layout.form}>
      <InvoiceStatusCard
        invoice={invoice}
        isChanged={isChanged}
        isKept={isKept}
        mayUndo={rights.mayUndo}
        payments={payments}
        readAgain={readAgain}
      />
      {why === null ? (
        <InvoiceForm
          record={record}
          isAmountFixed={isAmountFixed}
          readAgain={readAgain}
          onChanged={setIsChanged}
        />
      ) : (
        <InvoiceFacts invoice={invoice} why={why} />
      )}
    </div>
  );
}

/** Changes with everything that decides which actions and fields there are. */
function changeKeyOf({ invoice: { state, balance, sentUtc }, etag }: LoadedInvoice): string {
  return [etag, state, balance, sentUtc].join(' ');
}

/** The fields that can be changed before the invoice is sent. */
function InvoiceForm(props: FormProps) {
  const isMembership = props.record.invoice.memberTypeId !== null;
  return isMembership ? <MembershipForm {...props} /> : <AnyAmountForm {...props} />;
}

function AnyAmountForm(props: FormProps) {
  const { invoice } = props.record;
  const edit = useInvoiceForm(props, { schema: typedInvoice, values: valuesOf(invoice) });
  const { register, formState } = edit.form;
  const of = { register, wrong: formState.errors };
  return (
    <RecordForm edit={edit} isQuiet needs="money.write">
      <Card title="Payer">
        <PayerFields {...of} />
      </Card>
      <Card title="The invoice">
        <DescriptionFields
          {...of}
          current={invoice.paymentType}
          isAmountFixed={props.isAmountFixed}
        />
      </Card>
    </RecordForm>
  );
}

function MembershipForm(props: FormProps) {
  const { invoice } = props.record;
  const { line, amount, paymentType } = invoice;
  const edit = useInvoiceForm(props, { schema: typedMembership, values: { paymentType } });
  const { register, formState } = edit.form;
  return (
    <RecordForm edit={edit} isQuiet needs="money.write">
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
    </RecordForm>
  );
}

interface FormProps {
  record: LoadedInvoice;
  isAmountFixed: boolean;
  readAgain: ReadAgain;
  /** Called when the form becomes changed or unchanged. */
  onChanged: (isChanged: boolean) => void;
}

interface Shape<Typed extends FieldValues> {
  schema: z.ZodMiniType<BodyOf<typeof updateInvoice>, Typed>;
  values: Typed;
}

/**
 * An invoice that was sent, paid, voided or written off in the meantime is reloaded like one that was changed.
 */
function useInvoiceForm<Typed extends FieldValues>(
  { record: { invoice, etag }, readAgain, onChanged }: FormProps,
  { schema, values }: Shape<Typed>,
) {
  const { send } = useCall(updateInvoice);
  const edit = useRecordForm(schema, values, {
    send: (body) => send({ params: { id: invoice.id }, body, ifMatch: etag }),
    saved: invoiceAdminTexts.saved,
    readAgain,
    staleAt: [409, 412],
    list: paths.invoices(),
  });
  const { isChanged } = edit;
  useEffect(() => onChanged(isChanged), [onChanged, isChanged]);
  return edit;
}

type LoadedInvoice = LoadedRecord<{ invoice: Invoice }>;

function useInvoice(id: string) {
  return useLoadedRecord(
    ['invoices', 'one', id],
    (options) => callWithEtag(getInvoice, { params: { id }, ...options }),
    (invoice) => {
      // The reply to a user who is no longer an administrator has fewer fields.
      if (!('invoiceNumber' in invoice)) throw unanswered(invoiceTexts.error);
      return { invoice };
    },
  );
}
