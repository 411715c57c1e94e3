import assert from 'node:assert/strict';
import test from 'node:test';
import { assertNone } from './assert-none.ts';
import { contractRule, serverRule, sidesRule, testingRule } from './import-rules.ts';
import { platformCycles } from './cycles.ts';
import { importing, madeUp, readSources, type Source } from './sources.ts';

const sources = readSources();

function holds(title: string, rule: (sources: Source[]) => string[], broken: Source[]) {
  test(title, () => assertNone(rule(sources)));
  for (const source of broken) {
    test(`${title}: refuses ${source.path} with ${source.text.trim()}`, () =>
      assert.equal(rule([source]).length, 1));
  }
}

holds('contract imports only contract and zod/mini', contractRule, [
  madeUp('contract/members/endpoints.ts', importing('zod')),
  madeUp('contract/members/endpoints.ts', importing('node:fs')),
  madeUp('contract/members/endpoints.ts', importing('#server/errors.ts')),
]);

holds('the server and the browser meet in contract only', sidesRule, [
  madeUp('server/features/members/list.ts', importing('#web/paths.ts')),
  madeUp('web/members/list.tsx', importing('#server/errors.ts')),
  madeUp('web/members/list.test.ts', importing('#server/errors.ts')),
  madeUp('web/members/list.tsx', importing('node:path')),
  madeUp('server/app.ts', importing('#test/person.ts')),
]);

holds('a server file imports its own layer or an earlier one', serverRule, [
  madeUp('server/features/members/list.ts', importing('../donations/queries.ts')),
  madeUp('server/features/invoices/list.ts', importing('#server/features/donations/queries.ts')),
  madeUp('server/features/invoices/pay.ts', importing('#server/features/renewals/renew.ts')),
  madeUp('server/platform/mail/send.ts', importing('#server/features/members/queries.ts')),
  madeUp('server/errors.ts', importing('./features/members/queries.ts')),
  madeUp('server/features/payments/settle.ts', importing('#server/app.ts')),
  madeUp('server/features/payments/settle.ts', importing('#server/dev/demo/people.ts')),
  madeUp('server/features/new-thing/do-it.ts', importing('#contract/days.ts')),
]);

test('a feature may import earlier layers, and a test everything', () => {
  const fine = [
    madeUp('server/app.ts', importing('./features/payments/routes.ts')),
    madeUp('server/features/donations/donate.ts', importing('#server/features/invoices/a.ts')),
    madeUp('server/features/auth/sign-in.ts', importing('#server/platform/db/pool.ts')),
    madeUp('server/features/auth/sign-in.ts', importing('#server/context.ts')),
    madeUp('server/features/members/list.test.ts', importing('#server/features/payments/a.ts')),
  ];
  assertNone(serverRule(fine));
});

test('platform folders do not import each other in a cycle', () => {
  assertNone(platformCycles(sources));
  const cycle = [
    madeUp('server/platform/db/pool.ts', importing('../jobs/queue.ts')),
    madeUp('server/platform/jobs/queue.ts', importing('../mail/send.ts')),
    madeUp('server/platform/mail/send.ts', importing('#server/platform/db/pool.ts')),
  ];
  assert.equal(platformCycles(cycle).length, 1);
  assertNone(platformCycles(cycle.slice(0, 2)));
});

holds('only tests import test/support', testingRule, [
  madeUp('server/features/members/list.ts', importing('#test/support/people.ts')),
  madeUp('scripts/demo.ts', importing('#test/support/people.ts')),
]);
