import assert from 'node:assert/strict';
import test from 'node:test';
import { assertEmpty } from './assert-none.ts';
import { contractRule, serverRule, sidesRule, testingRule } from './import-rules.ts';
import { fileCycles } from './cycles.ts';
import { importing, sourceOf, readSources, type Source } from './sources.ts';

const sources = readSources();

function holds(title: string, rule: (sources: Source[]) => string[], broken: Source[]) {
  test(title, () => assertEmpty(rule(sources)));
  for (const source of broken) {
    test(`${title}: refuses ${source.path} with ${source.text.trim()}`, () =>
      assert.equal(rule([source]).length, 1));
  }
}

holds('contract imports only contract and zod/mini', contractRule, [
  sourceOf('contract/members/endpoints.ts', importing('zod')),
  sourceOf('contract/members/endpoints.ts', importing('node:fs')),
  sourceOf('contract/members/endpoints.ts', importing('#server/errors.ts')),
]);

holds('the server and the browser meet in contract only', sidesRule, [
  sourceOf('server/features/members/list.ts', importing('#web/paths.ts')),
  sourceOf('web/members/list.tsx', importing('#server/errors.ts')),
  sourceOf('web/members/list.test.ts', importing('#server/errors.ts')),
  sourceOf('web/members/list.tsx', importing('node:path')),
  sourceOf('server/app.ts', importing('#test/person.ts')),
]);

holds('a server file imports its own layer or an earlier one', serverRule, [
  sourceOf('server/features/members/list.ts', importing('../donations/queries.ts')),
  sourceOf('server/features/invoices/list.ts', importing('#server/features/donations/queries.ts')),
  sourceOf('server/features/invoices/pay.ts', importing('#server/features/renewals/renew.ts')),
  sourceOf('server/platform/mail/send.ts', importing('#server/features/members/queries.ts')),
  sourceOf('server/errors.ts', importing('./features/members/queries.ts')),
  sourceOf('server/features/payments/settle.ts', importing('#server/app.ts')),
  sourceOf('server/features/payments/settle.ts', importing('#server/dev/demo/people.ts')),
  sourceOf('server/features/new-thing/do-it.ts', importing('#contract/days.ts')),
]);

test('a feature may import earlier layers, and a test everything', () => {
  const fine = [
    sourceOf('server/app.ts', importing('./features/payments/routes.ts')),
    sourceOf('server/features/donations/donate.ts', importing('#server/features/invoices/a.ts')),
    sourceOf('server/features/auth/sign-in.ts', importing('#server/platform/db/pool.ts')),
    sourceOf('server/features/auth/sign-in.ts', importing('#server/context.ts')),
    sourceOf('server/features/members/list.test.ts', importing('#server/features/payments/a.ts')),
  ];
  assertEmpty(serverRule(fine));
});

test('files do not import each other in a circle', () => {
  assertEmpty(fileCycles(sources));
  const cycle = [
    sourceOf('server/platform/db/pool.ts', importing('../jobs/queue.ts')),
    sourceOf('server/platform/jobs/queue.ts', importing('../mail/send.ts')),
    sourceOf('server/platform/mail/send.ts', importing('#server/platform/db/pool.ts')),
  ];
  assert.equal(fileCycles(cycle).length, 1);
  assertEmpty(fileCycles(cycle.slice(0, 2)));
});

holds('only tests import test/support', testingRule, [
  sourceOf('server/features/members/list.ts', importing('#test/support/people.ts')),
  sourceOf('scripts/demo.ts', importing('#test/support/people.ts')),
]);
