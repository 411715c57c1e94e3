import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  kindsOfRecord,
  retentionKinds,
  type RetentionPeriods,
  retentionTexts as texts,
} from '#contract/privacy/retention.ts';
import { retentionFields, typedFrom } from './retention-values.ts';

const usual = Object.fromEntries(
  retentionKinds.map((kind) => [kind, kindsOfRecord[kind].usualMonths]),
) as RetentionPeriods;
const typed = typedFrom({ ...usual, mails: 18, auditDetails: null, savedUtc: null });

test('whole years are shown as years, other periods as months, and none as for ever', () => {
  assert.deepEqual(
    [typed['accounts'], typed['accountsUnit'], typed['mails'], typed['mailsUnit']],
    ['5', 'years', '18', 'months'],
  );
  assert.equal(typed['auditDetailsUnit'], 'forEver');
  const { data } = retentionFields.safeParse(typed);
  assert.deepEqual(data, { ...usual, mails: 18, auditDetails: null });
});

for (const [field, value, message] of [
  ['mails', '', texts.wrong],
  ['mails', '0', texts.wrong],
  ['mails', '1,5', texts.wrong],
  ['mails', '1.5', texts.wrong],
  ['mails', '1201', texts.tooLong],
  ['accounts', '4', texts.tooShort],
] as const) {
  test(`${field}: "${value}" is refused at its field`, () => {
    const { error } = retentionFields.safeParse({ ...typed, [field]: value });
    assert.deepEqual(
      error?.issues.map((issue) => [issue.path.join('.'), issue.message]),
      [[field, message]],
    );
  });
}
