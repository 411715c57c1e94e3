import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { assertEmpty } from './assert-none.ts';
import { listFiles } from './sources.ts';

/** The baseline, which contains the migrations of the time before it. Decision 91. */
const firstNumber = 63;

const form = /^(\d{4})_[a-z0-9]+(?:[-_][a-z0-9]+)*\.sql$/;

function misnumbered(paths: string[]): string[] {
  return paths
    .map((path) => path.split('/').at(-1) ?? path)
    .toSorted()
    .flatMap((name, index) => {
      const [, number] = form.exec(name) ?? [];
      if (!number) return [`${name}: call it like 0070_what_it_does.sql`];
      const expected = String(index + firstNumber).padStart(4, '0');
      return number === expected ? [] : [`${name}: the next number is ${expected}`];
    });
}

test('migrations are numbered from the baseline on without gaps', () => {
  assertEmpty(misnumbered(listFiles('server/platform/db/migrations/*')));
});

/** From release 1.0 on, the version before continues during an update. Decision 52. */
const takesAway = [
  /\bDROP\s+(TABLE|COLUMN)\b/i,
  /\bRENAME\b/i,
  /\bALTER\s+(COLUMN\s+)?\w+\s+(TYPE|SET\s+NOT\s+NULL)\b/i,
  /\bADD\s+COLUMN\s+(?![^,;]*\b(DEFAULT|GENERATED)\b)[^,;]*\bNOT\s+NULL\b/i,
];
/** Until then an update stops every process first. At the release, this becomes its last migration. */
const lastBeforeRelease = '9999';

/** The statements that would fail requests of the version before. Comments and texts do not count. */
function narrowing(sql: string): string[] {
  const statements = sql.replaceAll(/--.*|'(?:[^']|'')*'/g, '').split(';');
  return statements.filter((statement) => takesAway.some((form) => form.test(statement)));
}

test('a migration takes nothing away that the version before uses', () => {
  const later = listFiles('server/platform/db/migrations/*').filter(
    (path) => (path.split('/').at(-1) ?? '') > lastBeforeRelease,
  );
  assertEmpty(
    later.flatMap((path) =>
      narrowing(readFileSync(path, 'utf8')).map((statement) => `${path}: ${statement.trim()}`),
    ),
  );
});

test('dropping, renaming and narrowing are recognised, and additions are not', () => {
  for (const sql of [
    'ALTER TABLE members DROP COLUMN phone',
    'DROP TABLE members',
    'ALTER TABLE members RENAME COLUMN phone TO mobile',
    'ALTER TABLE members ALTER COLUMN phone SET NOT NULL',
    'ALTER TABLE members ALTER phone TYPE integer',
    'ALTER TABLE members ADD COLUMN language text NOT NULL',
  ]) {
    assert.equal(narrowing(sql).length, 1, sql);
  }
  for (const sql of [
    "ALTER TABLE members ADD COLUMN language text NOT NULL DEFAULT 'en'",
    'ALTER TABLE members ADD COLUMN a text, ADD COLUMN b date',
    'CREATE TABLE restores (id uuid NOT NULL); DROP INDEX mails_due',
    '-- DROP COLUMN is not used here',
  ]) {
    assertEmpty(narrowing(sql));
  }
});

test('a gap, a duplicate number and an unnumbered migration are refused', () => {
  assert.equal(misnumbered(['0063_people.sql', '0065_money.sql']).length, 1);
  assert.equal(misnumbered(['0063_people.sql', '0063_search.sql']).length, 1);
  assert.equal(misnumbered(['people.sql']).length, 1);
  assertEmpty(misnumbered(['0063_people.sql', '0064_money.sql']));
});
