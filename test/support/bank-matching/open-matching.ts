import type { BodyOf } from '#contract/endpoint.ts';
import {
  bookCertainLines,
  bookMoneyLine,
  dismissMoneyLine,
  getMoneyLine,
  type MoneyLineDetails,
  reopenMoneyLine,
  searchMoneyLines,
  undoMatch,
} from '#contract/bank-matching/endpoints.ts';
import { type Day, dayOf } from '#contract/days.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import type { TestApp } from '#test/support/app.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { callApi } from '#test/support/call.ts';
import { registered } from '#test/support/people.ts';

type Parts = BodyOf<typeof bookMoneyLine>['parts'];

/** Bank lines as an administrator matches them. `accounts`: to go on counting after a new sign-in. */
export function openMatching(app: TestApp, token: string, accounts = { made: 0 }) {
  const as = { token };
  const statements = openStatements(app, token);

  /** The ids of the lines of a statement with these movements, in their order. */
  async function imported(
    movements: { text: string; rand: number; day?: Day }[],
    account?: { number: string; openingCents: number },
  ) {
    // An account of its own: equal lines of two tests stay different.
    const number = account?.number ?? String(70_000_000_000 + (accounts.made += 1));
    const content = writeStatement(
      'fnb-history',
      movements.map(({ text, rand, day }) => ({
        day: day ?? dayOf(app.clock.now()),
        cents: Math.round(rand * 100),
        kind: rand > 0 ? 'MAGTAPE CREDIT' : '',
        text,
      })),
      { number, openingCents: account?.openingCents ?? 1_000_000 },
    );
    const statementId = await statements.imported(
      content,
      `${number}-${movements.length}-${account?.openingCents ?? 0}.csv`,
    );
    const rows = await app.db
      .selectFrom('bank_lines')
      .select('id')
      .where('statement_id', '=', statementId)
      .orderBy('row_number', 'desc')
      .execute();
    return rows.map(({ id }) => id);
  }

  async function line(text: string, rand: number, day?: Day): Promise<string> {
    const [id] = await imported([day === undefined ? { text, rand } : { text, rand, day }]);
    return id ?? '';
  }

  const read = async (id: string): Promise<MoneyLineDetails> =>
    (await callApi(app, getMoneyLine, { params: { id } }, as)).data;
  const book = (id: string, parts: Parts) =>
    callApi(app, bookMoneyLine, { params: { id }, body: { parts } }, as);
  const bookCertain = (lineIds?: string[]) =>
    callApi(app, bookCertainLines, { body: lineIds === undefined ? {} : { lineIds } }, as);
  const undo = (id: string, reason = 'A mistake', more: { mailsPayer?: boolean } = {}) =>
    callApi(app, undoMatch, { params: { id }, body: { reason, ...more } }, as);
  const dismiss = (id: string, reason = 'Sold a table') =>
    callApi(app, dismissMoneyLine, { params: { id }, body: { reason } }, as);
  const reopen = (id: string) => callApi(app, reopenMoneyLine, { params: { id } }, as);
  const search = async (body: BodyOf<typeof searchMoneyLines>) =>
    (await callApi(app, searchMoneyLines, { body }, as)).data;

  /** A member with an open invoice, and its payment reference. */
  async function owing(email: string, changes: Parameters<typeof registered>[1] = {}) {
    const member = await registered(app, { email, ...changes });
    const { number, amount_cents } = await app.db
      .selectFrom('invoices')
      .select(['number', 'amount_cents'])
      .where('id', '=', member.invoiceId)
      .executeTakeFirstOrThrow();
    const reference = paymentReference('INV', number);
    return { ...member, number, rand: amount_cents / 100, reference };
  }

  /** Books a line as its first suggestion says. */
  async function bookFirst(id: string) {
    const { suggestion } = await read(id);
    return book(id, partsOf(suggestion));
  }

  return {
    imported,
    line,
    read,
    book,
    bookFirst,
    bookCertain,
    undo,
    dismiss,
    reopen,
    search,
    owing,
  };
}

/** What the page sends for a suggestion. */
export function partsOf(suggestion: MoneyLineDetails['suggestion']): Parts {
  return (suggestion?.parts ?? []).map((part): Parts[number] => {
    const { kind, amount, record, targetId, payerName, fee } = part;
    if (kind === 'invoice' || kind === 'donation') {
      return { kind, amount, recordId: record?.id ?? '', seenBalance: record?.balance ?? null };
    }
    const less = fee > 0 ? { fee } : {};
    if (kind === 'recorded') return { kind, amount, targetId: targetId ?? '', ...less };
    if (kind === 'refund') return { kind, amount, targetId: targetId ?? '' };
    if (kind === 'reversal') {
      const reason = 'The bank took it back';
      return { kind, amount, targetId: targetId ?? '', reason, ...less };
    }
    if (kind === 'kept-fee' || kind === 'kept-charge') return { kind, amount, reason: 'Kept' };
    if (kind === 'credit') return { kind, amount, payerName };
    if (kind === 'new-donation') {
      const person = { firstName: 'Thandi', lastName: 'Dlamini', email: 'gift@example.org' };
      return { kind, amount, ...person };
    }
    return { kind, amount };
  });
}
