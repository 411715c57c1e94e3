import { sql } from 'kysely';
import { formatDay } from '#contract/days.ts';
import type { MoneyLineDetails, Suggestion } from '#contract/bank-matching/endpoints.ts';
import { getMemberStory } from '#contract/members/story.ts';
import { formatRand } from '#contract/money.ts';
import type { TestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';

interface MemberRow {
  id: string;
  status: string;
  endsOn: string | null;
  /** Of the last period. */
  how: 'paid' | 'writtenOff' | 'unpaid' | 'other' | null;
  hasPaid: boolean;
  open: string | null;
  restCents: number;
  paidCents: number;
}

/** The sentences about the status of each member that its records contradict. */
export async function untrueStatuses(app: TestApp, token: string): Promise<string[]> {
  const { rows } = await sql<MemberRow>`
    SELECT m.id, s.name AS status, p.ends_on AS "endsOn",
      CASE WHEN p.id IS NULL THEN NULL WHEN p.invoice_id IS NULL THEN 'other'
        WHEN i.payment_id IS NOT NULL THEN 'paid' WHEN i.write_off_id IS NOT NULL THEN 'writtenOff'
        ELSE 'unpaid' END AS how,
      EXISTS (SELECT FROM payments AS y JOIN invoices AS x ON x.id = y.counts_for
        WHERE x.member_id = m.id AND x.member_type_id IS NOT NULL AND y.amount_cents > 0) AS "hasPaid",
      'INV-' || lpad(o.number::text, 5, '0') AS open, coalesce(o.amount_cents - o.paid_cents, 0) AS "restCents",
      coalesce(o.paid_cents, 0) AS "paidCents"
    FROM members AS m JOIN member_statuses AS s ON s.id = m.member_status_id
    LEFT JOIN LATERAL (SELECT * FROM membership_periods WHERE member_id = m.id ORDER BY ends_on DESC LIMIT 1) AS p ON true
    LEFT JOIN invoices AS i ON i.id = p.invoice_id
    LEFT JOIN invoices AS o ON o.member_id = m.id AND o.member_type_id IS NOT NULL AND o.is_open
    WHERE m.archived_at IS NULL`.execute(app.db);
  const untrue: string[] = [];
  for (const row of rows) {
    const { data } = await callApi(app, getMemberStory, { params: { id: row.id } }, { token });
    const said = `${data.why} ${data.next}`;
    for (const [isSaid, isTrue] of statusClaims(said, row)) {
      if (isSaid && !isTrue) untrue.push(`${said} ${JSON.stringify(row)}`);
    }
  }
  return untrue;
}

function statusClaims(said: string, row: MemberRow): [said: boolean, isTrue: boolean][] {
  const ends = row.endsOn === null ? '' : formatDay(row.endsOn);
  const [, until] = /(?:until|as valid until) (\d+ \w+ \d{4})/.exec(said) ?? [];
  const [, invoice, rest] =
    /nvoice (INV-\d+)(?: (R[\d.]+) is still to pay| is not paid yet)/.exec(said) ?? [];
  return [
    [true, said.startsWith(row.status)],
    [until !== undefined, until === ends],
    [said.includes('paid until'), row.how === 'paid'],
    [said.includes('although its payment was undone'), row.how === 'unpaid'],
    [said.includes('its invoice written off'), row.how === 'writtenOff'],
    [said.includes('no membership payment'), !row.hasPaid],
    [true, (invoice ?? null) === row.open],
    [rest !== undefined, rest === formatRand(row.restCents / 100) && row.paidCents > 0],
    [/INV-\d+ is not paid yet\./.test(said), row.paidCents === 0],
  ];
}

interface RecordRow {
  id: string;
  label: string;
  payer: string;
  isOpen: boolean;
  restCents: number;
}

async function allRecords(app: TestApp): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    SELECT id, 'INV-' || lpad(number::text, 5, '0') AS label, payer_first_name || ' ' || payer_last_name AS payer,
      is_open AS "isOpen", amount_cents - paid_cents AS "restCents" FROM invoices
    UNION ALL SELECT id, 'DON-' || lpad(number::text, 5, '0'), first_name || ' ' || last_name,
      payment_id IS NULL AND withdrawn_at IS NULL, amount_cents FROM donations`.execute(app.db);
  return rows;
}

/** The sentences of likely and certain suggestions for open lines that the records contradict. */
export async function untrueSuggestions(
  app: TestApp,
  token: string,
  most: number,
): Promise<string[]> {
  const bank = openMatching(app, token);
  const records = await allRecords(app);
  const lines = await app.db
    .selectFrom('bank_lines')
    .select('id')
    .where('state', '=', 'open')
    .orderBy('day', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
  const untrue: string[] = [];
  for (const { id } of lines) {
    const line = await bank.read(id);
    for (const suggestion of line.suggestions) {
      if (suggestion.certainty !== 'certain' && suggestion.certainty !== 'likely') continue;
      const claims = [
        ...partClaims(suggestion, line, records),
        ...(await reasonClaims(app, suggestion, line, records)),
      ];
      const said = `${line.text} ${line.open} ${JSON.stringify(suggestion)}`;
      untrue.push(...claims.flatMap(([what, isTrue]) => (isTrue ? [] : [`${what}: ${said}`])));
    }
  }
  return untrue;
}

type Claim = [what: string, isTrue: boolean];
const cents = (rand: number) => Math.round(rand * 100);

function partClaims(
  { parts }: Suggestion,
  { open }: MoneyLineDetails,
  records: RecordRow[],
): Claim[] {
  const sum = parts.reduce((all, { amount }) => all + cents(amount), 0);
  return [
    ['the parts are what is open of the line', sum === Math.abs(cents(open))],
    ...parts.flatMap(({ kind, amount, record }): Claim[] => {
      if (record === null) return [];
      const stored = records.find(({ id }) => id === record.id);
      if (stored === undefined) return [['the record exists', false]];
      const pays = kind === 'invoice' || kind === 'donation';
      return [
        ['the number of the record', record.name === stored.label],
        ['the payer of the record', record.payer === stored.payer],
        ...(pays
          ? ([
              ['the record is open', stored.isOpen],
              ['what is open of the record', cents(record.balance) === stored.restCents],
              ['it takes no more than is open', cents(amount) <= stored.restCents],
            ] satisfies Claim[])
          : []),
      ];
    }),
  ];
}

async function reasonClaims(
  app: TestApp,
  { why, parts }: Suggestion,
  line: MoneyLineDetails,
  records: RecordRow[],
): Promise<Claim[]> {
  const paid = records.filter(({ id }) =>
    parts.some(
      ({ kind, record }) => record?.id === id && (kind === 'invoice' || kind === 'donation'),
    ),
  );
  const restCents = paid.reduce((sum, one) => sum + one.restCents, 0);
  const openCents = Math.abs(cents(line.open));
  const claims: Claim[] = [];
  for (const sentence of why) {
    const claim = (isTrue: boolean) => claims.push([sentence, isTrue]);
    const [label] = /(?:INV|DON)-\d{5}/.exec(sentence) ?? [];
    const stored = records.find((one) => one.label === label);
    const [amount] = /R\d+\.\d\d/.exec(sentence) ?? [];
    const [day = ''] = /\d+ \w{3} \d{4}/.exec(sentence) ?? [];
    if (label !== undefined) claim(stored !== undefined || sentence.endsWith('does not exist.'));
    if (sentence === 'The amount is what is to pay.') claim(restCents === openCents);
    if (sentence.startsWith('The amount is what ')) claim(restCents === openCents);
    if (sentence.startsWith('It is a part: '))
      claim(amount === formatRand(restCents / 100) && openCents < restCents);
    if (sentence.endsWith(' more than is to pay.'))
      claim(amount === formatRand((openCents - restCents) / 100));
    if (/ is (?:paid|void|withdrawn|written off) already\./.test(sentence))
      claim(stored?.isOpen === false);
    if (/^A payment of \S+ was undone on/.test(sentence))
      claim(await wasUndone(app, stored?.id, day));
    if (sentence.includes('was recorded by hand for')) claim(await isByHand(app, day));
    if (sentence.startsWith('The same amount left the account'))
      claim(await hasOpposite(app, line, day, true));
    if (sentence.startsWith('The same amount came in on'))
      claim(await hasOpposite(app, line, day, false));
  }
  return claims;
}

/** `day` as it is shown. */
async function wasUndone(
  app: TestApp,
  recordId: string | undefined,
  day: string,
): Promise<boolean> {
  const payments = await app.db
    .selectFrom('payments')
    .select(sql<string>`(reversed_at AT TIME ZONE 'Africa/Johannesburg')::date::text`.as('day'))
    .where((row) =>
      row.or([row('invoice_id', '=', recordId ?? null), row('donation_id', '=', recordId ?? null)]),
    )
    .where('reversed_at', 'is not', null)
    .execute();
  return payments.some((payment) => formatDay(payment.day) === day);
}

async function isByHand(app: TestApp, day: string): Promise<boolean> {
  const payments = await app.db
    .selectFrom('payments')
    .select('paid_on')
    .where('source', '=', 'administrator')
    .where('reversed_at', 'is', null)
    .execute();
  return payments.some((payment) => formatDay(payment.paid_on) === day);
}

async function hasOpposite(
  app: TestApp,
  { amount }: MoneyLineDetails,
  day: string,
  isOpen: boolean,
) {
  const lines = await app.db
    .selectFrom('bank_lines')
    .select('day')
    .where('amount_cents', '=', -cents(amount))
    .$if(isOpen, (query) => query.where('state', '=', 'open'))
    .execute();
  return lines.some((line) => formatDay(line.day) === day);
}
