import { useState } from 'react';
import type { MatchKind, MoneyLine } from '#contract/bank-matching/endpoints.ts';
import { isTakenOff } from '#contract/bank-matching/kinds.ts';
import { kindName, matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { searchDonations } from '#contract/donations/admin-endpoints.ts';
import { searchInvoices } from '#contract/invoices/endpoints.ts';
import { call } from '#web/api/call.ts';
import { useSuggestions } from '#web/lists/use-suggestions.ts';
import { Button } from '#web/ui/button.tsx';
import { ComboboxField } from '#web/ui/fields/combobox-field.tsx';
import { AddPayment } from './add-payment.tsx';
import { AddRefund } from './add-refund.tsx';
import styles from './bank-matching.module.css';
import { draft, type DraftPart } from './parts.ts';

interface Props {
  line: MoneyLine;
  /** In cents. */
  rest: number;
  onAdd: (part: DraftPart) => void;
  onDismiss: (() => void) | null;
}

const simpleKinds = {
  in: [
    'new-donation',
    'credit',
    'charge',
    'charge-back',
    'payout',
    'transfer',
    'kept-fee',
    'kept-charge',
  ],
  out: ['charge', 'kept-fee', 'transfer'],
} as const;

/** Adds a part with the rest of the line as its amount. */
export function AddPart({ line, rest, onAdd, onDismiss }: Props) {
  const [finds, setFinds] = useState<'recorded' | 'reversal' | 'refund' | null>(null);
  const isMoneyIn = line.amount > 0;
  const rand = Math.max(0, rest) / 100;
  // What is taken off makes up for parts that are more than the line.
  const randOf = (kind: MatchKind) =>
    isTakenOff(kind, isMoneyIn) ? Math.max(0, -rest) / 100 : rand;
  const found: readonly MatchKind[] = isMoneyIn
    ? ['recorded', 'reversal', 'refund']
    : ['reversal', 'refund', 'recorded'];
  function add(part: DraftPart) {
    setFinds(null);
    onAdd(part);
  }
  return (
    <div data-adds className={styles.form}>
      {isMoneyIn && <AddRecord rand={rand} onAdd={add} />}
      {finds === 'refund' && <AddRefund onAdd={add} />}
      {(finds === 'recorded' || finds === 'reversal') && (
        <AddPayment kind={finds} isMoneyIn={isMoneyIn} rand={rand} onAdd={add} />
      )}
      <div role="group" aria-label={words.orAdd} className={styles.actions}>
        <span aria-hidden>{words.orAdd}</span>
        {simpleKinds[isMoneyIn ? 'in' : 'out'].map((kind) => (
          <Button
            key={kind}
            onClick={() => add(draft({ kind, title: kindName(kind, isMoneyIn) }, randOf(kind)))}
          >
            {kindName(kind, isMoneyIn)}
          </Button>
        ))}
        {onDismiss && <Button onClick={onDismiss}>{words.dismiss}</Button>}
        {found.map((kind) => (
          <Button
            key={kind}
            aria-expanded={finds === kind}
            onClick={() => setFinds(finds === kind ? null : (kind as typeof finds))}
          >
            {kindName(kind, isMoneyIn)}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface AddRecordProps {
  rand: number;
  onAdd: (part: DraftPart) => void;
}

/** An open invoice or a pending donation. */
function AddRecord({ rand, onAdd }: AddRecordProps) {
  const [text, setText] = useState('');
  const { rows, status } = useOpenRecords(text);
  return (
    <ComboboxField
      label={words.addRecord}
      hint={words.addRecordHint}
      text={text}
      onText={setText}
      suggestions={rows.map(({ id, title, balance, about }) => ({
        id,
        title,
        line: `${words.toPay(balance)} · ${about}`,
      }))}
      onChoose={({ id: chosen }) => {
        const record = rows.find(({ id }) => id === chosen);
        if (record === undefined) return;
        setText('');
        const { kind, id, title, balance, payer } = record;
        const amount = rand > 0 ? Math.min(rand, balance) : 0;
        onAdd(draft({ kind, id, title, balance, payerName: payer }, amount));
      }}
      status={status}
    />
  );
}

interface OpenRecord {
  kind: 'invoice' | 'donation';
  id: string;
  title: string;
  payer: string;
  balance: number;
  about: string;
}

/** Of each kind. */
const shown = 5;

function useOpenRecords(text: string) {
  return useSuggestions<OpenRecord>({
    text,
    queryKey: ['openRecords'],
    search: async (words, signal) => {
      const page = { text: words, pageSize: shown };
      const [invoices, donations] = await Promise.all([
        call(searchInvoices, { body: { ...page, isPaid: false }, signal }),
        call(searchDonations, { body: { ...page, isReceived: false }, signal }),
      ]);
      return [
        ...invoices.results.map((one) => ({
          ...namedRecord('invoice', one.id, one.invoiceNumber, [
            one.userFirstName,
            one.userLastName,
          ]),
          balance: one.balance,
          about: one.line,
        })),
        ...donations.results.map((one) => ({
          ...namedRecord('donation', one.id, one.reference, [one.firstName, one.lastName]),
          balance: one.amount,
          about: one.donationTypeName,
        })),
      ];
    },
    counted: ({ length }) => words.recordsFound(length),
  });
}

function namedRecord(
  kind: OpenRecord['kind'],
  id: string,
  name: string,
  names: readonly string[],
): Pick<OpenRecord, 'kind' | 'id' | 'title' | 'payer'> {
  const payer = names.join(' ');
  return { kind, id, title: `${name}, ${payer}`, payer };
}
