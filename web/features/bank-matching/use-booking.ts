import { useState } from 'react';
import { bookMoneyLine, type MoneyLine } from '#contract/bank-matching/endpoints.ts';
import { getDonation } from '#contract/donations/endpoints.ts';
import { getInvoice } from '#contract/invoices/endpoints.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { formatRand } from '#contract/money.ts';
import { readAmount } from '#web/ui/fields/read-amount.ts';
import { checkParts, type DraftPart, type PartProblems, placed } from './parts.ts';
import { useNoteBooked } from './use-book-line.ts';

interface Refusal {
  problems: PartProblems;
  message: string | null;
  /** With the balances as they are now, if they have changed. */
  parts?: readonly DraftPart[];
}

export interface Booking {
  busy: boolean;
  /** Somebody else may have changed the line. */
  isRefused: boolean;
  /** Null when it is booked. */
  book: (parts: readonly DraftPart[]) => Promise<Refusal | null>;
}

/** Books parts of a line. A refusal keeps what was typed. */
export function useBooking({ id, open }: MoneyLine, onDone: () => void): Booking {
  const { send, busy } = useCall(bookMoneyLine);
  const [isRefused, setRefused] = useState(false);
  // Busy until the line is shown as it is now: another press would book the same parts again.
  const [isBooked, setBooked] = useState(false);
  const noteBooked = useNoteBooked();

  async function book(parts: readonly DraftPart[]): Promise<Refusal | null> {
    const checked = checkParts(parts, open);
    if (!checked.ok) return checked;
    const outcome = await send({ params: { id }, body: { parts: checked.parts } });
    if (outcome.ok) {
      setBooked(true);
      noteBooked(id, parts.map((part) => inWords(part)).join('; '));
      onDone();
      return null;
    }
    if (outcome.error === null) return { problems: {}, message: null };
    const { status, errors, message } = outcome.error;
    if (status !== 409)
      return errors.length > 0 ? placed(parts, errors) : { problems: {}, message };
    setRefused(true);
    return {
      problems: {},
      message,
      parts: await Promise.all(parts.map((part) => readAgain(part))),
    };
  }

  return { busy: busy || isBooked, isRefused, book };
}

function inWords({ kind, title, payerName, amount }: DraftPart): string {
  const what = kind === 'credit' ? `${title} of ${payerName.trim()}` : title;
  return `${what}, ${formatRand(readAmount(amount))}`;
}

/** With the balance as it is now. If it cannot be read, the part stays as it is. */
async function readAgain(part: DraftPart): Promise<DraftPart> {
  const { kind, id: recordId } = part;
  const params = { id: recordId };
  try {
    if (kind === 'invoice') {
      const invoice = await call(getInvoice, { params });
      return 'balance' in invoice ? { ...part, balance: invoice.balance } : part;
    }
    if (kind === 'donation') {
      const { state, amount } = await call(getDonation, { params });
      return { ...part, balance: state === 'paid' ? 0 : amount };
    }
  } catch {
    // The message of the refusal says what happened.
  }
  return part;
}
