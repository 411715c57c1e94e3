import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dismissDuplicate,
  type DuplicatePair,
  getMemberDuplicates,
  listDuplicates,
  previewDuplicates,
} from '#contract/duplicates/endpoints.ts';
import { updateMember } from '#contract/members/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { archive } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently, failed } from '#test/support/concurrent.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { naledi, registered } from '#test/support/people.ts';
import { compareMembers } from './compare-members.ts';

const app = await openTestApp();
const as = { token: (await naledi(app)).token };
let people = 0;

interface Details {
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
  postalAddress?: string;
  zipCode?: string;
}

/** Nothing of it is anybody else's, unless it is in `details`. */
async function member(details: Details = {}): Promise<string> {
  const n = ++people;
  const unique = {
    firstName: `First${letters(n)}`,
    lastName: `Last${letters(n)}`,
    email: `${letters(n)}@example.org`,
    phone: `08${String(n).padStart(8, '0')}`,
    postalAddress: `${n} Acacia Road`,
    zipCode: String(n).padStart(4, '0'),
  };
  return (await registered(app, { ...unique, ...details })).memberId;
}

const letters = (n: number) =>
  String.fromCodePoint(97 + Math.floor(n / 676), 97 + (Math.floor(n / 26) % 26), 97 + (n % 26));

async function pairsOf(id: string): Promise<DuplicatePair[]> {
  return (await callApi(app, getMemberDuplicates, { params: { id } }, as)).data.pairs;
}

/** The strength and the reasons of the only pair, or null. */
async function reasonsOf(id: string) {
  const [pair, ...others] = await pairsOf(id);
  assert.deepEqual(others, []);
  return pair === undefined ? null : [pair.strength, pair.reasons];
}

async function reasonsBetween(one: Details, other: Details) {
  await member(one);
  return reasonsOf(await member(other));
}

test('members who share nothing are no pair', async () => {
  assert.equal(await reasonsBetween({}, {}), null);
});

test('an email with dots, a plus or capitals is the same email', async () => {
  const pair = await reasonsBetween(
    { email: 'thandi.dlamini@example.org' },
    { email: 'thandidlamini+friends@example.org' },
  );
  assert.deepEqual(pair, [2, ['email']]);
});

test('a phone number with a country code and spaces is the same number', async () => {
  const pair = await reasonsBetween({ phone: '083 555 0101' }, { phone: '+27 (83) 555-0101' });
  assert.deepEqual(pair, [1, ['phone']]);
  assert.equal(await reasonsBetween({ phone: '1234' }, { phone: '1234' }), null);
});

test('a name counts without accents and spaces, and more with the address, zip code or phone', async () => {
  const zoe = { firstName: 'Zoë', lastName: 'van der Merwe' };
  const plain = { firstName: 'Zoe', lastName: 'Van Der-Merwe' };
  assert.deepEqual(await reasonsBetween(zoe, plain), [1, ['name']]);
  const rene = { firstName: 'René', lastName: 'Nel' };
  const same = { firstName: 'Rene', lastName: 'Nel' };
  const zip = { zipCode: '7700', phone: '' };
  assert.deepEqual(await reasonsBetween({ ...rene, ...zip }, { ...same, ...zip }), [
    2,
    ['name', 'zip'],
  ]);
  // Many people live in one zip code. These have another phone, too.
  const far = { firstName: 'Sipho', lastName: 'Ncube', zipCode: '7700' };
  assert.deepEqual(
    await reasonsBetween(
      { ...far, phone: '084 111 3333', postalAddress: '12 Fever Tree Street' },
      { ...far, phone: '084 111 4444', postalAddress: '26 Acacia Street' },
    ),
    [1, ['name', 'zip']],
  );
  const lotter = { firstName: 'Jan', lastName: 'Lötter', phone: '084 111 2222' };
  const address = { postalAddress: '7 Main Rd.' };
  assert.deepEqual(
    await reasonsBetween(
      { ...lotter, ...address },
      { ...lotter, lastName: 'Lotter', postalAddress: '7, main rd' },
    ),
    [3, ['phone', 'name', 'place']],
  );
});

test('a short form of the first name is shown beside another reason only', async () => {
  const long = { firstName: 'Thandiwe', lastName: 'Shortform' };
  const short = { firstName: 'Thandi', lastName: 'Shortform' };
  assert.equal(await reasonsBetween(long, short), null);
  const phone = '083 555 0202';
  const lasts = { lastName: 'Brief' };
  assert.deepEqual(
    await reasonsBetween({ ...long, ...lasts, phone }, { ...short, ...lasts, phone }),
    [2, ['phone', 'shortName']],
  );
});

test('the record with the older number or, without numbers, the older record is first', async () => {
  const phone = '083 555 0303';
  const first = await member({ phone });
  app.clock.set(new Date(app.clock.now().getTime() + 1000).toISOString());
  const second = await member({ phone });
  const [pair] = await pairsOf(second);
  assert.deepEqual([pair?.first.id, pair?.second.id], [first, second]);
});

test('a phone number of more than eleven members is no reason', async () => {
  const phone = '083 000 0000';
  const ids = [];
  for (let n = 0; n < 12; n++) ids.push(await member({ phone }));
  assert.deepEqual(await pairsOf(ids[11] ?? ''), []);
});

test('a member is saved while it is compared, and neither fails', async () => {
  const phone = '083 555 0606';
  const one = await member({ phone });
  const other = await member({ phone });
  let comparing: Promise<void> | undefined;
  await app.db.transaction().execute(async (saving) => {
    await saving.selectFrom('members').select('id').where('id', '=', one).forUpdate().execute();
    comparing = compareMembers(app);
    await untilWaiting(app, 1);
    await saving.updateTable('members').set({ last_name: 'Saved' }).where('id', '=', one).execute();
  });
  await comparing;
  assert.deepEqual(await reasonsOf(other), [1, ['phone']]);
});

test('a dismissed pair stays away until a detail that both share changes', async () => {
  const phone = '083 555 0404';
  const one = await member({ phone });
  const other = await member({ phone });
  await pairsOf(one);
  const body = { firstId: other, secondId: one };
  const outcomes = await concurrently(5, () => callApi(app, dismissDuplicate, { body }, as));
  assert.deepEqual(failed(outcomes), []);
  assert.deepEqual(await pairsOf(one), []);

  const change = (id: string, changes: object) =>
    callApi(app, updateMember, { params: { id }, body: changes }, as);
  await change(one, { postalAddress: 'Somewhere else' });
  assert.deepEqual(await pairsOf(one), []);
  await change(one, { phone: '083 555 0505' });
  assert.deepEqual(await pairsOf(one), []);
  await change(other, { phone: '083 555 0505' });
  assert.deepEqual(await reasonsOf(one), [1, ['phone']]);
});

test('dismissing is in the history of both members, once', async () => {
  const phone = '083 555 0606';
  const one = await member({ phone });
  const other = await member({ phone });
  await pairsOf(one);
  const body = { firstId: one, secondId: other };
  for (let times = 0; times < 2; times++) await callApi(app, dismissDuplicate, { body }, as);
  const entries = await app.db
    .selectFrom('audit_entries')
    .where('action', '=', 'dismissDuplicate')
    .where('subject_id', 'in', [one, other])
    .select('subject_id')
    .execute();
  assert.deepEqual(entries.map((entry) => entry.subject_id).toSorted(), [one, other].toSorted());
});

test('an archived member is in no pair', async () => {
  const phone = '083 555 0707';
  const one = await member({ phone });
  const other = await member({ phone });
  assert.equal((await pairsOf(one)).length, 1);
  await archive(app, other);
  assert.deepEqual(await pairsOf(one), []);
});

test('the list has every pair once, the most likely first, a page at a time', async () => {
  for (let n = 0; n < 25; n++) {
    const phone = `072 000 ${1000 + n}`;
    const name = { firstName: 'Paged', lastName: `Name${letters(n)}` };
    await member({ phone, ...name });
    await member({ phone, ...(n % 2 === 0 && name) });
  }
  await compareMembers(app);
  const pairs: DuplicatePair[] = [];
  let after: string | null | undefined;
  do {
    const query = after ? { after } : {};
    const { data } = await callApi(app, listDuplicates, { query }, as);
    assert.ok(data.pairs.length <= 20);
    pairs.push(...data.pairs);
    after = data.next;
  } while (after !== null);
  const strengths = pairs.map(({ strength }) => strength);
  assert.deepEqual(
    strengths,
    strengths.toSorted((one, other) => other - one),
  );
  const keys = pairs.map(({ first, second }) => `${first.id} ${second.id}`);
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(
    pairs.filter(({ first, second }) => `${first.name} ${second.name}`.includes('Paged')).length,
    25,
  );
});

test('an invalid page is refused', async () => {
  const { status } = await callApi(app, listDuplicates, { query: { after: '1.x.y' } }, as);
  assert.equal(status, 400);
});

test('twins who register at the same time are found', async () => {
  const phone = '083 555 0808';
  const ids = await Promise.all([member({ phone }), member({ phone })]);
  await Promise.all([compareMembers(app), compareMembers(app), compareMembers(app)]);
  await compareMembers(app);
  assert.deepEqual(await reasonsOf(ids[0]), [1, ['phone']]);
});

test('who has the typed details is named before a member is entered', async () => {
  const phone = '083 555 0909';
  const id = await member({ firstName: 'Pieter', lastName: 'Typed', phone });
  const typed = { firstName: 'pieter', lastName: 'TYPED', email: '', phone: '+27 83 555 0909' };
  const find = async (changes: Partial<typeof typed>) => {
    const { data } = await callApi(app, previewDuplicates, { body: { ...typed, ...changes } }, as);
    return data.map((twin) => [twin.id, twin.reasons]);
  };
  assert.deepEqual(await find({}), [[id, ['phone', 'name']]]);
  assert.deepEqual(await find({ firstName: '' }), [[id, ['phone']]]);
  assert.deepEqual(await find({ phone: '' }), [[id, ['name']]]);
  assert.deepEqual(await find({ firstName: '', phone: '' }), []);
});
