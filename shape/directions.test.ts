import assert from 'node:assert/strict';
import test from 'node:test';
import { assertNone } from './complaints.ts';
import { contractRule, serverRule, sidesRule, testingRule } from './directions.ts';
import { gatewayCircles } from './circles.ts';
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
  madeUp('contract/members.ts', importing('zod')),
  madeUp('contract/members.ts', importing('node:fs')),
  madeUp('contract/members.ts', importing('../server/errors.ts')),
]);

holds('the server and the browser meet in contract only', sidesRule, [
  madeUp('server/members/list.ts', importing('#web/app/paths.ts')),
  madeUp('web/members/list.tsx', importing('#server/errors.ts')),
  madeUp('web/members/list.test.ts', importing('#server/errors.ts')),
  madeUp('web/members/list.tsx', importing('node:path')),
  madeUp('server/app.ts', importing('#e2e/person.ts')),
]);

holds('a feature imports only what stands before it', serverRule, [
  madeUp('server/members/list.ts', importing('../invoices/queries.ts')),
  madeUp('server/invoices/list.ts', importing('#server/donations/queries.ts')),
  madeUp('server/invoices/settle.ts', importing('#server/renewals/renew.ts')),
  madeUp('server/mail/send.ts', importing('#server/members/queries.ts')),
  madeUp('server/errors.ts', importing('./members/queries.ts')),
  madeUp('server/payments/settle.ts', importing('#server/app.ts')),
  madeUp('server/new-thing/do-it.ts', importing('#contract/days.ts')),
]);

test('a feature may import what stands before it, and a test whatever it needs', () => {
  const fine = [
    madeUp('server/app.ts', importing('./payments/routes.ts')),
    madeUp('server/donations/donate.ts', importing('#server/invoices/settle.ts')),
    madeUp('server/auth/sign-in.ts', importing('../db/pool.ts'), importing('../work.ts')),
    madeUp('server/members/list.test.ts', importing('#server/payments/settle.ts')),
  ];
  assertNone(serverRule(fine));
});

test('gateways do not import each other in a circle', () => {
  assertNone(gatewayCircles(sources));
  const circle = [
    madeUp('server/db/pool.ts', importing('../jobs/queue.ts')),
    madeUp('server/jobs/queue.ts', importing('../mail/send.ts')),
    madeUp('server/mail/send.ts', importing('#server/db/pool.ts')),
  ];
  assert.equal(gatewayCircles(circle).length, 1);
  assertNone(gatewayCircles(circle.slice(0, 2)));
});

holds('only tests import server/testing', testingRule, [
  madeUp('server/members/list.ts', importing('#server/testing/cast.ts')),
  madeUp('scripts/demo.ts', importing('#server/testing/cast.ts')),
]);
