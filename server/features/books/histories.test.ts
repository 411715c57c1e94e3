import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import { dayOf } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { deleteMember, updateMember } from '#contract/members/endpoints.ts';
import { closeMonth, getMonthEnd, reopenMonth } from '#contract/month-end/endpoints.ts';
import { eraseMember } from '#contract/privacy/erasure.ts';
import { statusIdOf } from '#server/features/member-statuses/queries.ts';
import { deriveStatuses } from '#server/features/members/periods/derive-statuses.ts';
import { readLiveMembers } from '#test/support/histories/live-members.ts';
import { lineKinds } from '#test/support/histories/line-steps.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { openImports } from '#test/support/imports/open-imports.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import {
  mergeKinds,
  openHistory,
  randomHistory,
  returnKinds,
  type Step,
  stepKinds,
} from '#test/support/histories/random-history.ts';
import { naledi, proveNow, registered, tokenOf } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';

const app = await openTestApp();
const admin = await naledi(app);
const steps = openHistory(app, { userId: admin.id, name: 'history' });
let people = 0;

/** What an office does beside the money. The books explain it with the audit log. */
function openOffice() {
  const signIn = async () => {
    const token = await tokenOf(app, admin.id);
    await proveNow(app, admin.id);
    return token;
  };
  const today = () => dayOf(app.clock.now());
  const pickId = async (rows: Promise<{ id: string }[]>, { which }: Step) => {
    const ids = (await rows).map(({ id }) => id);
    return ids[Math.floor((which / 100) * ids.length)] ?? randomUUID();
  };
  const members = () => readLiveMembers(app);
  return {
    async close() {
      const token = await signIn();
      const { toClose } = (await callApi(app, getMonthEnd, {}, { token })).data;
      if (toClose === null) return undefined;
      // Its statements do not follow each other, so the figures of the bank can differ. The books agree all the same.
      const body = { month: toClose, despiteFailures: true };
      return callApi(app, closeMonth, { body }, { token });
    },
    async reopen() {
      const token = await signIn();
      const { toReopen } = (await callApi(app, getMonthEnd, {}, { token })).data;
      const body = { month: toReopen ?? '', reason: 'A payment was forgotten' };
      return callApi(app, reopenMonth, { body }, { token });
    },
    async erase(step: Step) {
      const token = await signIn();
      const params = { id: await pickId(members(), step) };
      await callApi(app, deleteMember, { params }, { token });
      return callApi(app, eraseMember, { params }, { token });
    },
    async setActive(step: Step) {
      const token = await signIn();
      const params = { id: await pickId(members(), step) };
      const memberStatusID = statusIdOf(statusNames.active);
      const { rows } = await sql<{ id: string }>`SELECT ${memberStatusID} AS id`.execute(app.db);
      const body = { memberStatusID: rows[0]?.id ?? '' };
      return callApi(app, updateMember, { params, body }, { token });
    },
    async import({ share }: Step) {
      const imports = openImports(app, await signIn(), 'payments');
      const days = [addDays(today(), -share), today()];
      const rows = days.map(
        (day) => `Ayanda,Zulu,import-${++people}@example.org,1000.00,${day},EFT`,
      );
      const head = 'First name,Last name,Email,Amount,Paid on,Paid by';
      return imports.start(await imports.checked([head, ...rows].join('\n')), 'now');
    },
    async undoImport(step: Step) {
      const done = app.db.selectFrom('imports').select('id').where('state', '=', 'imported');
      const id = await pickId(done.orderBy('created_at').execute(), step);
      return openImports(app, await signIn(), 'payments').undo(id);
    },
    async statement({ share }: Step) {
      const day = addDays(today(), -share);
      const text = `Guest ${++people}`;
      const movement = { day, cents: 65_000, kind: 'MAGTAPE CREDIT', text };
      const content = writeStatement('fnb-history', [movement]);
      return { status: (await openStatements(app, await signIn()).imported(content)) ? 200 : 500 };
    },
    async removeStatement(step: Step) {
      const all = app.db.selectFrom('bank_statements').select('id').orderBy('created_at').execute();
      return openStatements(app, await signIn()).remove(await pickId(all, step));
    },
  };
}

test('property: after each ten steps of a random history of money and of the office, the books agree', async () => {
  let refused = 0;
  const office = openOffice();
  const officeKinds = Object.keys(office) as (keyof typeof office)[];
  let made = 0;
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      randomHistory(200, [...mergeKinds, ...lineKinds, ...returnKinds]),
      async (all) => {
        const past: string[] = [];
        const live = async (kind: string, one: Step, run: () => Promise<unknown>) => {
          const reply = await run();
          past.push(`${dayOf(app.clock.now())} ${kind} ${JSON.stringify(one)}`);
          const status = statusOf(reply);
          // What the application refuses is part of a history. It never fails.
          assert.ok(status < 500, `${status} of ${past.at(-1)}`);
          if (status < 400 && reply !== undefined) {
            made += 1;
            kinds.add(kind);
          } else refused += 1;
        };
        for (const [index, one] of all.entries()) {
          await live(one.kind, one, () => steps[one.kind](one));
          if (index % 10 !== 9) continue;
          app.clock.set(`${addDays(dayOf(app.clock.now()), 4)}T08:00:00Z`);
          await deriveStatuses(app.ctx());
          const kind = officeKinds[(one.which + index) % officeKinds.length] ?? 'close';
          await live(`office ${kind}`, one, () => office[kind](one));
          await assertBooksAgree(app, [], past.join('\n'));
        }
      },
    ),
    { numRuns: 2, endOnFailure: true },
  );
  assert.ok(made > refused, `${made} made, ${refused} refused or without a row`);
  // A random history need not have them. Each round makes rows for those that found none.
  const all = [...stepKinds, ...lineKinds];
  for (let which = 0; which < 100 && !all.every((kind) => kinds.has(kind)); which += 9) {
    for (const kind of all) {
      const reply = await steps[kind]({ kind, which, share: 99 + (which % 2) });
      if (reply !== undefined && statusOf(reply) < 400) kinds.add(kind);
    }
    await assertBooksAgree(app);
  }
  // Later than all rows, so that the last ones are of this day. The last member has paid, and is erased.
  app.clock.set(`${addDays(dayOf(app.clock.now()), 1)}T08:00:00Z`);
  const last = { kind: 'pay', which: 99, share: 100 } as const;
  await steps.register();
  await steps.pay(last);
  const order = [
    'import',
    'statement',
    'setActive',
    'close',
    'undoImport',
    'removeStatement',
  ] as const;
  for (const kind of [...order, 'erase', 'reopen'] as const) {
    if (statusOf(await office[kind]({ ...last, share: 40 })) < 400) kinds.add(`office ${kind}`);
    await assertBooksAgree(app, [], kind);
  }
  assert.deepEqual(
    [...all, ...officeKinds.map((kind) => `office ${kind}`)].filter((kind) => !kinds.has(kind)),
    [],
    'was never made',
  );
});

function statusOf(reply: unknown): number {
  return typeof reply === 'object' && reply !== null && 'status' in reply
    ? Number(reply.status)
    : 200;
}

test('property: the order of payments of different invoices does not change the books', async () => {
  const payments = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 4, maxLength: 8 });
  /** Sums by invoice: what is paid, what is left as a credit, and how long the membership is. */
  async function booksAfter(cents: number[], order: number[]) {
    const as = { token: await tokenOf(app, admin.id) };
    const invoices: string[] = [];
    for (const _ of cents) {
      const email = `order-${++people}@example.org`;
      invoices.push((await registered(app, { email })).invoiceId);
    }
    for (const place of order) {
      for (const share of [40, 60]) {
        const amount = Math.max(1, Math.round(((cents[place] ?? 0) * share) / 100)) / 100;
        const params = { id: invoices[place] ?? '' };
        await callApi(app, processInvoicePayment, { params, body: { amount } }, as);
      }
    }
    const rows = await app.db
      .selectFrom('invoices as i')
      .leftJoin('payments as p', 'p.invoice_id', 'i.id')
      .leftJoin('membership_periods as m', 'm.invoice_id', 'i.id')
      .select(['i.id', 'i.paid_cents', 'm.starts_on', 'm.ends_on'])
      .select(({ fn }) => fn.sum<number>('p.credit_cents').as('credit'))
      .where('i.id', 'in', invoices)
      .groupBy(['i.id', 'm.id'])
      .execute();
    return invoices.map((id) => {
      const { id: _id, ...row } = rows.find((one) => one.id === id) ?? { id };
      return row;
    });
  }
  await fc.assert(
    fc.asyncProperty(
      payments.chain((cents) =>
        fc.tuple(
          fc.constant(cents),
          fc.shuffledSubarray([...cents.keys()], {
            minLength: cents.length,
            maxLength: cents.length,
          }),
        ),
      ),
      async ([cents, order]) => {
        assert.deepEqual(
          await booksAfter(cents, order),
          await booksAfter(cents, [...cents.keys()]),
        );
      },
    ),
    { numRuns: 4, endOnFailure: true },
  );
  await assertBooksAgree(app);
});
