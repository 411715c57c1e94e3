import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isTakenOff } from '#contract/bank-matching/kinds.ts';
import { kindName, matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { mostFeePercent } from '#contract/bank-matching/parts.ts';
import { formatDay } from '#contract/days.ts';
import { searchDonations } from '#contract/donations/admin-endpoints.ts';
import { getDonationStory } from '#contract/donations/story.ts';
import { searchInvoices } from '#contract/invoices/endpoints.ts';
import { getInvoiceStory } from '#contract/invoices/story.ts';
import { formatRand } from '#contract/money.ts';
import type { RecordedPayment } from '#contract/payments/recorded-payment.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useSuggestions } from '#web/lists/use-suggestions.ts';
import { Button } from '#web/ui/button.tsx';
import { ComboboxField } from '#web/ui/fields/combobox-field.tsx';
import styles from './bank-matching.module.css';
import { feeInWords } from './in-words.ts';
import { draft, type DraftPart } from './parts.ts';

type Kind = 'recorded' | 'reversal';

interface Props {
  kind: Kind;
  isMoneyIn: boolean;
  /** What is left of the line. */
  rand: number;
  onAdd: (part: DraftPart) => void;
}

interface PaidRecord {
  kind: 'invoice' | 'donation';
  id: string;
  title: string;
}

/** Finds a payment by its record: one recorded before the statement came, or one that the bank took back. */
export function AddPayment({ onAdd, ...part }: Props) {
  const [text, setText] = useState('');
  const [record, setRecord] = useState<PaidRecord | null>(null);
  const { rows, status } = usePaidRecords(record ? '' : text);
  return (
    <>
      <ComboboxField
        label={words.findPaid}
        hint={words.findPaidHint}
        text={record?.title ?? text}
        onText={(typed) => {
          setText(typed);
          setRecord(null);
        }}
        suggestions={rows.map(({ id, title }) => ({ id, title }))}
        onChoose={({ id }) => setRecord(rows.find((row) => row.id === id) ?? null)}
        status={status}
      />
      {record && <Payments {...part} record={record} onAdd={onAdd} />}
    </>
  );
}

function Payments({ kind, isMoneyIn, rand, record, onAdd }: Props & { record: PaidRecord }) {
  const { data, error } = usePayments(record);
  if (error) return <p role="alert">{asApiError(error).message}</p>;
  const payments = data?.filter((payment) => isFor(kind, payment));
  if (payments?.length === 0) return <p role="status">{words.noPayments(record.title)}</p>;
  return (
    <div role="group" aria-label={words.choosePayment} className={styles.actions}>
      {payments?.map(({ id, amount, paidOn, method }) => {
        // What is taken off the line is the whole payment.
        const fee = isTakenOff(kind, isMoneyIn) ? 0 : feeOf(amount, rand);
        const less = fee === 0 ? '' : `, ${feeInWords(kind, fee)}`;
        return (
          <Button
            key={id}
            onClick={() => {
              const title = `${kindName(kind, isMoneyIn)}: ${record.title}`;
              const isOfInvoice = record.kind === 'invoice';
              onAdd(draft({ kind, id, title, fee, isOfInvoice }, fee === 0 ? amount : rand));
            }}
          >
            {`${formatRand(amount)}, ${formatDay(paidOn)}, ${method}${less}`}
          </Button>
        );
      })}
    </div>
  );
}

/** What a service kept of a payment or gave back with it, if the line has a little less of it. */
function feeOf(amount: number, rand: number): number {
  const fee = Math.round((amount - rand) * 100) / 100;
  return fee > 0 && fee * 100 <= amount * mostFeePercent ? fee : 0;
}

/** A payment that was undone is neither, unless its money came and went back. */
function isFor(kind: Kind, { source, state, hasReturned }: RecordedPayment): boolean {
  if (state === 'undone' && !hasReturned) return false;
  return kind === 'recorded'
    ? source === 'administrator'
    : source === 'bank' || source === 'administrator';
}

function usePayments({ kind, id }: PaidRecord) {
  return useQuery({
    queryKey: ['paymentsOf', id],
    queryFn: async ({ signal }) => {
      const options = { params: { id }, signal };
      const story =
        kind === 'invoice'
          ? await call(getInvoiceStory, options)
          : await call(getDonationStory, options);
      return story.payments.results;
    },
    refetchOnMount: 'always',
  });
}

const shown = 5;

function usePaidRecords(text: string) {
  return useSuggestions<PaidRecord>({
    text,
    queryKey: ['anyRecords'],
    search: async (typed, signal) => {
      const body = { text: typed, pageSize: shown };
      const [invoices, donations] = await Promise.all([
        call(searchInvoices, { body, signal }),
        call(searchDonations, { body: { ...body, isReceived: true }, signal }),
      ]);
      return [
        ...invoices.results.map(({ id, invoiceNumber, userFirstName, userLastName }) => ({
          kind: 'invoice' as const,
          id,
          title: `${invoiceNumber}, ${userFirstName} ${userLastName}`,
        })),
        ...donations.results.map(({ id, reference, firstName, lastName }) => ({
          kind: 'donation' as const,
          id,
          title: `${reference}, ${firstName} ${lastName}`,
        })),
      ];
    },
    counted: ({ length }) => words.recordsFound(length),
  });
}
