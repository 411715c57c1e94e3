import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { downloadDataExport } from '#contract/privacy/data-export.ts';
import { callApi } from '#test/support/call.ts';
import { tokenOf } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { proveEmail, addFullHistoryMember } from '#test/support/full-history-member.ts';
import { type Description, labelsOf } from '../tables/describe.ts';
import { tablesOfPeople } from '../tables/tables-of-people.ts';
import { findProvedSubject } from '../find-subject.ts';

const app = await openTestApp();

const described: Readonly<Record<string, Description>> = tablesOfPeople;

interface Column {
  table: string;
  column: string;
  type: string;
}

const { rows: columns } = await sql<Column>`
  SELECT table_name AS "table", column_name AS "column", data_type AS type
  FROM information_schema.columns
  -- Search columns repeat the text of other columns.
  WHERE table_schema = 'public' AND column_name NOT LIKE '%\\_folded'
    AND column_name <> 'search_text'
  ORDER BY 1, ordinal_position`.execute(app.db);

/** Columns that identify the member. They keep their values instead of the marker. */
const findsHer = /email$|^(profile_picture|record_id|role)$/;
const marked = columns.filter(
  ({ table, column, type }) => table in described && type === 'text' && !findsHer.test(column),
);
const people: Record<string, { text: string; markers: Set<string>; email: string }> = {};

/** Two members, each with an own marker in every text column, as the export shows them. */
before(async () => {
  for (const name of ['Amahle', 'Bongani']) {
    const life = await addFullHistoryMember(app, name);
    await proveEmail(app, life.email);
    const markers = await mark(name, life.memberId);
    const token = await tokenOf(app, life.userId);
    people[name] = { text: '', markers, email: life.email };
    const params = { id: life.memberId };
    people[name].text = (await callApi(app, downloadDataExport, { params }, { token })).text;
  }
});

/** Writes the marker into each text column of the member, and returns the changed columns. */
async function mark(name: string, memberId: string): Promise<Set<string>> {
  const whose = await findProvedSubject(app.db, memberId);
  assert.ok(whose);
  const taken = new Set<string>();
  for (const { table, column } of marked) {
    const marker = `${name}.${table}.${column}.`;
    const value = sql`${marker} || left(md5(random()::text), 6)`;
    const rows = described[table]?.rows(whose);
    await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(app.db);
    const change = sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${value} WHERE ${rows}`;
    // Enumerated and generated columns accept no marker, and contain no user input.
    const changed = await change.execute(app.db).catch((error: { code?: string }) => {
      assert.match(error.code ?? '', /^(23514|428C9)$/, `${table}.${column}`);
    });
    if (changed) {
      assert.notEqual(changed.numAffectedRows, 0n, `the test data has no row in ${table}`);
      taken.add(marker);
    }
  }
  return taken;
}

test('the export has all data of the member, and no secret', () => {
  const { text = '', markers = new Set() } = people['Amahle'] ?? {};
  assert.ok(markers.size > 30, String(markers.size));
  for (const marker of markers) {
    const [, table = '', column = ''] = String(marker).split('.');
    const isTold = labelsOf(described[table]?.columns ?? {}).some(([name]) => name === column);
    assert.equal(text.includes(String(marker)), isTold, String(marker));
  }
  assert.doesNotMatch(text, /argon2/);
  assert.match(text, /data:image\/webp;base64,/);
});

test('the export has no data of other people, and no names of administrators', () => {
  for (const [mine, other] of [
    ['Amahle', 'Bongani'],
    ['Bongani', 'Amahle'],
  ] as const) {
    const { text = '', email = '' } = people[mine] ?? {};
    assert.ok(text.includes(email));
    assert.ok(!text.includes(other));
    assert.ok(!text.includes(people[other]?.email ?? 'nobody'));
    assert.doesNotMatch(text, /Naledi|Khumalo/);
  }
});
