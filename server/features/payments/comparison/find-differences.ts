import type { DifferenceKind } from '#server/platform/db/tables.ts';
import { dayOf, type Day } from '#contract/days.ts';

export interface ListedTransaction {
  id: string;
  providerId: string;
  type: string;
  happenedAt: Date;
  grossCents: number;
  feeCents: number;
  recordId: string | null;
  isTest: boolean;
}

/** A payment of ours that the provider reported. */
export interface ReportedPayment {
  id: string;
  providerId: string;
  amountCents: number;
  paidOn: Day;
  /** Undone, or a credit of which nothing is left. */
  isUsed: boolean;
  /** Undone, or a credit that was refunded or dealt with, also after it was carried on. */
  isClosed: boolean;
  /** `null`: the record was deleted. */
  recordId: string | null;
}

export interface ComparedRecord {
  id: string;
  /** `null`: it was deleted. */
  amountCents: number | null;
  /** Card payments that an administrator recorded without the provider's number. */
  byHandCents: number[];
}

/** The compared data, and all that belongs to it. */
export interface ComparedData {
  /** To be compared, with all others of the same payments and records. */
  transactions: readonly ListedTransaction[];
  payments: readonly ReportedPayment[];
  records: readonly ComparedRecord[];
  /** The fee of each payment in its notification, negative, by the provider's number. */
  notifiedFees: ReadonlyMap<string, number>;
  /** Payments on days whose transactions are all here. */
  paymentsToFind: readonly ReportedPayment[];
}

export interface FoundDifference {
  kind: DifferenceKind;
  key: string;
  transactionId: string | null;
  paymentId: string | null;
  recordId: string | null;
  day: Day;
  hereCents: number | null;
  thereCents: number | null;
}

/** Compares by the provider's number of the payment, then by our id of the record. product-rules 7.15. */
export function findDifferences(data: ComparedData): FoundDifference[] {
  const payments = new Map(data.payments.map((payment) => [payment.providerId, payment]));
  const records = new Map(data.records.map((record) => [record.id, record]));
  const lookUp = { ...data, payments, records, returned: returnedCents(data, payments) };
  const found = data.transactions.flatMap((transaction) => compareOne(transaction, lookUp));
  const listed = new Set(data.transactions.map(({ providerId }) => providerId));
  const notThere = data.paymentsToFind.filter(
    ({ providerId, isClosed }) => !isClosed && !listed.has(providerId),
  );
  return onePerKey([...found, ...notThere.map(notListed), ...paidTwice(lookUp)]);
}

type LookUp = Omit<ComparedData, 'payments' | 'records'> & {
  payments: ReadonlyMap<string, ReportedPayment>;
  records: ReadonlyMap<string, ComparedRecord>;
  /** Cents paid back of each payment, negative, by the provider's number. */
  returned: ReadonlyMap<string, number>;
};

function compareOne(transaction: ListedTransaction, lookUp: LookUp): FoundDifference[] {
  const { payments, records } = lookUp;
  const { id, providerId, type, recordId, grossCents } = transaction;
  const payment = payments.get(providerId);
  if (transaction.isTest) return [about(transaction, 'test-row', { key: id })];
  if (isReversal(transaction, lookUp.transactions, payment)) {
    if (payment === undefined || payment.isClosed) return [];
    const hereCents = payment.amountCents;
    return [about(transaction, 'reversed', { key: id, hereCents, recordId: payment.recordId })];
  }
  // The codes of the provider are not documented, so what is unknown is shown. Once for each code.
  if (!isReceipt(transaction)) return [about(transaction, 'unknown-type', { key: type })];
  if (payment !== undefined) return compareRecorded(transaction, payment, lookUp);
  if (isWholeReturned(transaction, lookUp)) return [];
  const record = recordId === null ? undefined : records.get(recordId);
  if (record === undefined) return [about(transaction, 'unknown-record', { key: id })];
  if (record.byHandCents.includes(grossCents)) return [];
  return [about(transaction, 'unrecorded', { key: id })];
}

function compareRecorded(
  transaction: ListedTransaction,
  { amountCents, isClosed, recordId }: ReportedPayment,
  { notifiedFees }: LookUp,
): FoundDifference[] {
  const { id: key, providerId, grossCents, feeCents } = transaction;
  const found: FoundDifference[] = [];
  if (!isClosed && amountCents !== grossCents) {
    found.push(about(transaction, 'amount', { key, hereCents: amountCents, recordId }));
  }
  const fee = notifiedFees.get(providerId);
  if (fee !== undefined && fee !== feeCents) {
    const fees = { hereCents: fee, thereCents: feeCents };
    found.push(about(transaction, 'fee', { key, ...fees, recordId }));
  }
  return found;
}

/** Payments for one record that were neither paid back nor used here. */
function paidTwice(lookUp: LookUp): FoundDifference[] {
  const { transactions, payments, records } = lookUp;
  const byRecord = Map.groupBy(
    transactions.filter(
      (transaction) =>
        isReceipt(transaction) &&
        !transaction.isTest &&
        !isWholeReturned(transaction, lookUp) &&
        payments.get(transaction.providerId)?.isUsed !== true,
    ),
    ({ recordId }) => recordId,
  );
  return [...byRecord].flatMap(([recordId, receipts]) => {
    const record = recordId === null ? undefined : records.get(recordId);
    const numbers = new Set(receipts.map(({ providerId }) => providerId));
    const [latest] = receipts.toSorted(
      (one, other) => other.happenedAt.getTime() - one.happenedAt.getTime(),
    );
    const hereCents = record?.amountCents ?? null;
    if (!record || hereCents === null || latest === undefined || numbers.size < 2) return [];
    const thereCents = receipts.reduce((sum, { grossCents }) => sum + grossCents, 0);
    // A further payment is another difference, also if this one was dismissed.
    const key = `${record.id}:${numbers.size}`;
    return [about(latest, 'paid-twice', { key, hereCents, thereCents })];
  });
}

const receiptType = 'FUNDS_RECEIVED';
const reversalType = /REFUND|REVERS|CHARGEBACK/i;

function isReceipt({ type, grossCents }: ListedTransaction): boolean {
  return type === receiptType && grossCents > 0;
}

/** By its type, or because money went out under the number of a payment. */
function isReversal(
  { type, grossCents, providerId }: ListedTransaction,
  transactions: readonly ListedTransaction[],
  payment: ReportedPayment | undefined,
): boolean {
  if (grossCents >= 0) return false;
  return (
    reversalType.test(type) ||
    payment !== undefined ||
    (providerId !== '' &&
      transactions.some((other) => other.providerId === providerId && isReceipt(other)))
  );
}

function returnedCents(
  { transactions }: Pick<ComparedData, 'transactions'>,
  payments: ReadonlyMap<string, ReportedPayment>,
): Map<string, number> {
  const returned = new Map<string, number>();
  for (const transaction of transactions) {
    const { providerId, grossCents } = transaction;
    if (!isReversal(transaction, transactions, payments.get(providerId))) continue;
    returned.set(providerId, (returned.get(providerId) ?? 0) + grossCents);
  }
  return returned;
}

function isWholeReturned(
  { providerId, grossCents }: ListedTransaction,
  { returned }: Pick<LookUp, 'returned'>,
): boolean {
  return grossCents + (returned.get(providerId) ?? 0) <= 0;
}

function about(
  { id, recordId, happenedAt, grossCents }: ListedTransaction,
  kind: DifferenceKind,
  more: Pick<FoundDifference, 'key'> & Partial<FoundDifference>,
): FoundDifference {
  return {
    kind,
    transactionId: id,
    paymentId: null,
    recordId,
    day: dayOf(happenedAt),
    hereCents: null,
    thereCents: grossCents,
    ...more,
  };
}

function notListed({ id, recordId, paidOn, amountCents }: ReportedPayment): FoundDifference {
  return {
    kind: 'not-there',
    key: id,
    transactionId: null,
    paymentId: id,
    recordId,
    day: paidOn,
    hereCents: amountCents,
    thereCents: null,
  };
}

function onePerKey(found: FoundDifference[]): FoundDifference[] {
  const byKey = new Map(found.map((one) => [`${one.kind} ${one.key}`, one]));
  return [...byKey.values()];
}
