import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { familyTypeName } from '#contract/member-types.ts';
import { lastUsed } from '../testing/books.ts';
import { mokoenaChildren, registered, thandisForm, typeId } from '../testing/cast.ts';
import { registerOnce, runDoomed, type Death, type Doom } from '../testing/doomed.ts';
import { numbersAfter } from '../testing/many.ts';
import { openTestSite } from '../testing/site.ts';
import { settleInvoice } from './settle-invoice.ts';

const site = await openTestSite();
const family = await typeId(site, familyTypeName);
const at = site.clock.now().toISOString();
const fewestStatements = 12;
let lastLock = 0;

/** Runs it to its end, and waits until the database has noticed. */
async function doom(what: Doom['what'], death: Death): Promise<'killed' | 'completed'> {
  const lock = ++lastLock;
  const end = await runDoomed({ url: site.url, at, death, lock, what });
  await site.db
    .transaction()
    .execute((held) => sql`SELECT pg_advisory_xact_lock(${lock}::bigint)`.execute(held));
  return end;
}

/**
 * Dies before the first statement, before the second, and so on until one run lives to its end;
 * then around the commit. Three at a time, as these processes mostly start.
 */
async function dieEverywhere(oneDeath: (death: Death) => Promise<'killed' | 'completed'>) {
  let next = 1;
  let completed = 0;
  const inTurn = async () => {
    while (completed === 0) {
      const death = next++;
      if ((await oneDeath(death)) === 'completed') completed = death;
    }
  };
  const aroundCommit = async () => {
    assert.equal(await oneDeath('commitSent'), 'killed');
    assert.equal(await oneDeath('commitAnswered'), 'killed');
  };
  await Promise.all([inTurn(), inTurn(), inTurn().then(aroundCommit)]);
  assert.ok(completed > fewestStatements, `only ${completed - 1} statements were counted`);
}

/** Nothing before the commit, all after it; in between, one or the other. */
function assertWhole(
  counts: Record<string, number>,
  whole: Record<string, number>,
  { death, end }: { death: Death; end: 'killed' | 'completed' },
) {
  const nothing = Object.fromEntries(Object.keys(whole).map((key) => [key, 0]));
  const isCommitted = end === 'completed' || death === 'commitAnswered';
  const mayBeCommitted = death === 'commitSent' && counts[Object.keys(whole)[0]!] === 1;
  assert.deepEqual(counts, isCommitted || mayBeCommitted ? whole : nothing, `killed at ${death}`);
}

async function countsOf<T extends Record<string, number>>(counts: ReturnType<typeof sql<T>>) {
  const { rows } = await counts.execute(site.db);
  return rows[0]!;
}

const registration = {
  users: 1,
  members: 1,
  relatives: 4,
  invoices: 1,
  mails: 1,
  jobs: 1,
  keys: 1,
};

const registrationOf = (email: string) =>
  countsOf(sql<typeof registration>`
    SELECT (SELECT count(*) FROM users WHERE email = ${email}) AS users,
      (SELECT count(*) FROM members WHERE email = ${email}) AS members,
      (SELECT count(*) FROM member_relatives WHERE email = ${email}) AS relatives,
      (SELECT count(*) FROM invoices WHERE payer_email = ${email}) AS invoices,
      (SELECT count(*) FROM mails WHERE to_email = ${email}) AS mails,
      (SELECT count(*) FROM pgboss.job j JOIN mails m ON j.data ->> 'mailId' = m.id::text
        WHERE m.to_email = ${email}) AS jobs,
      (SELECT count(*) FROM idempotency_keys WHERE key = ${email}) AS keys`);

test('killed between any two steps of registering: all or nothing, and asking again succeeds', async () => {
  await dieEverywhere(async (death) => {
    const email = `killed-${death}@example.org`.toLowerCase();
    const relatives = mokoenaChildren.map((child) => ({ ...child, email }));
    const form = await thandisForm(site, { email, memberTypeId: family, relatives });
    const end = await doom({ register: form }, death);
    assertWhole(await registrationOf(email), registration, { death, end });
    await registerOnce(site.work(), form);
    assert.deepEqual(await registrationOf(email), registration);
    return end;
  });
  const rows = await site.db.selectFrom('invoices').select('number').orderBy('number').execute();
  const numbers = rows.map((row) => row.number);
  assert.deepEqual(numbers, numbersAfter(0, numbers.length), 'no number is burned');
  assert.equal(await lastUsed(site, 'invoice'), numbers.length);
});

const settlement = {
  payments: 1,
  paid: 1,
  periods: 1,
  numbers: 1,
  active: 1,
  receipts: 1,
  jobs: 1,
};

const settlementOf = (invoiceId: string) =>
  countsOf(sql<typeof settlement>`
    SELECT (SELECT count(*) FROM payments WHERE invoice_id = i.id) AS payments,
      (i.payment_id IS NOT NULL)::int AS paid,
      (SELECT count(*) FROM membership_periods WHERE member_id = m.id) AS periods,
      (m.number IS NOT NULL)::int AS numbers,
      (s.name = 'Active')::int AS active,
      (SELECT count(*) FROM mails WHERE to_email = m.email AND kind = 'receipt') AS receipts,
      (SELECT count(*) FROM pgboss.job j JOIN mails r ON j.data ->> 'mailId' = r.id::text
        WHERE r.to_email = m.email AND r.kind = 'receipt') AS jobs
    FROM invoices i JOIN members m ON m.id = i.member_id
      JOIN member_statuses s ON s.id = m.member_status_id
    WHERE i.id = ${invoiceId}`);

test('killed between any two steps of settling: all or nothing, and settling again succeeds', async () => {
  await dieEverywhere(async (death) => {
    const email = `settled-${death}@example.org`.toLowerCase();
    const { invoiceId } = await registered(site, { email });
    const end = await doom({ settle: invoiceId }, death);
    assertWhole(await settlementOf(invoiceId), settlement, { death, end });
    await settleInvoice(site.work(), { invoiceId, source: 'payfast' });
    assert.deepEqual(await settlementOf(invoiceId), settlement);
    return end;
  });
  const rows = await site.db
    .selectFrom('members')
    .select('number')
    .where('number', 'is not', null)
    .orderBy('number')
    .execute();
  const numbers = rows.map((row) => row.number);
  assert.deepEqual(numbers, numbersAfter(0, numbers.length), 'no number is burned');
  assert.equal(await lastUsed(site, 'member'), numbers.length);
});
