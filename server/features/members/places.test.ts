import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import { getMember, searchMembers, updateMember } from '#contract/members/endpoints.ts';
import { provinces } from '#contract/members/provinces.ts';
import { recordConsent } from '#server/features/communication/consents.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

const app = await openTestApp();
const { token } = await naledi(app);

async function finds(body: BodyOf<typeof searchMembers>, ...firstNames: string[]) {
  const { data } = await callApi(app, searchMembers, { body }, { token });
  const found = data.results.map(({ firstName }) => firstName).toSorted();
  assert.deepEqual(found, firstNames, JSON.stringify(body));
}

async function change(id: string, body: BodyOf<typeof updateMember>, as = token) {
  const reply = await callApi(app, updateMember, { params: { id }, body }, { token: as });
  assert.equal(reply.status, 200, reply.text);
  return reply.data;
}

test('the town is the last line with letters of the address, and may be unknown', async () => {
  const towns = {
    '12 Acacia Road\nSkukuza': 'Skukuza',
    '12 Acacia Road, Howick, 3290': 'Howick',
    'PO Box 7\nGraaff-Reinet 6280\n': 'Graaff-Reinet',
    'PO Box 7\nHowick (3290)\nKwaZulu-Natal\nSouth Africa': 'Howick',
    'Farm Rietvlei\nMooi River\n3300': 'Mooi River',
    '12 Acacia Road': null,
    'Main Road 12': null,
    '': null,
    '0081': null,
  };
  for (const [address, town] of Object.entries(towns)) {
    const { rows } = await sql<{ town: string | null }>`SELECT town_of(${address}) AS town`.execute(
      app.db,
    );
    assert.equal(rows[0]?.town, town, address);
  }
});

test('the province follows from the four digits of a zip code', async () => {
  const firstOf: [number, string | null][] = [
    [0, null],
    [1, 'Gauteng'],
    [300, 'North West'],
    [500, 'Limpopo'],
    [1000, 'Mpumalanga'],
    [1400, 'Gauteng'],
    [2200, 'Mpumalanga'],
    [2500, 'North West'],
    [2900, 'KwaZulu-Natal'],
    [4731, 'Eastern Cape'],
    [6500, 'Western Cape'],
    [8100, null],
    [8300, 'Northern Cape'],
    [9000, null],
    [9300, 'Free State'],
  ];
  const { rows } = await sql<{ code: number; province: string | null }>`
    SELECT code, province_of(lpad(code::text, 4, '0')) AS province
    FROM generate_series(0, 9999) AS code ORDER BY code`.execute(app.db);
  const changes = rows.filter(({ province }, n) => n === 0 || province !== rows[n - 1]?.province);
  assert.deepEqual(
    changes.map(({ code, province }) => [code, province]),
    firstOf,
  );
  for (const foreign of ['SW1A 1AA', '200', '02000', '']) {
    const { rows: one } = await sql<{ is: unknown }>`SELECT province_of(${foreign}) AS is`.execute(
      app.db,
    );
    assert.equal(one[0]?.is, null, foreign);
  }
});

test('members are found by address, town, zip code, province and consent', async () => {
  const people = [
    ['Ann', '3 Kloof Street\nHowick', '3290'],
    ['Ben', '9 Market Street\nPolokwane', '0699'],
    ['Cas', 'Private Bag X5\nKöln', '50667'],
  ] as const;
  for (const [firstName, postalAddress, zipCode] of people) {
    const email = `${firstName.toLowerCase()}@example.org`;
    await registered(app, { firstName, email, postalAddress, zipCode });
  }
  await recordConsent(app.ctx(), consentOf('ann@example.org', 'appeals'));
  await recordConsent(app.ctx(), consentOf('ben@example.org', 'news'));
  await finds({ text: 'howick' }, 'Ann');
  await finds({ text: 'kloof 3290' }, 'Ann');
  await finds({ text: '0699' }, 'Ben');
  await finds({ town: 'koln' }, 'Cas');
  await finds({ town: 'kloof' });
  await finds({ province: 'Limpopo' }, 'Ben');
  await finds({ province: 'Unknown' }, 'Cas');
  await finds({ province: '' }, 'Ann', 'Ben', 'Cas');
  await finds({ agreedToNews: true }, 'Ann', 'Ben');
  await finds({ agreedToAppeals: true }, 'Ann');
  await finds({ agreedToAppeals: false }, 'Ben', 'Cas');
  await finds({ agreedToNews: false, province: 'Unknown' }, 'Cas');
  const { rows } = await app.db.executeQuery<{ first_name: string }>(
    sql`SELECT first_name FROM members WHERE town = 'Köln'`.compile(app.db),
  );
  assert.deepEqual(rows, [{ first_name: 'Cas' }]);
  const wrong = { body: { province: 'Transvaal' as 'Limpopo' } };
  assert.equal((await callApi(app, searchMembers, wrong, { token })).status, 400);
});

function consentOf(email: string, purpose: 'news' | 'appeals') {
  return { email, purpose, words: 'Yes', source: 'profile' };
}

test('an administrator corrects the province, until the member moves to another one', async () => {
  const { memberId, userId } = await registered(app, {
    firstName: 'Dee',
    email: 'dee@example.org',
  });
  for (const province of provinces) {
    const { province: now } = await change(memberId, { correctedProvince: province });
    assert.equal(now, province);
  }
  await change(memberId, { correctedProvince: 'Limpopo', zipCode: '0250' });
  const own = await tokenOf(app, userId);
  await change(memberId, { correctedProvince: 'Gauteng', phone: '082 000 0000' }, own);
  const { data } = await callApi(app, getMember, { params: { id: memberId } }, { token: own });
  assert.deepEqual([data.province, data.correctedProvince], ['Limpopo', 'Limpopo']);
  // Another code of the same province, and one that says nothing, keep it.
  for (const zipCode of ['0252', '', '8200']) {
    assert.equal((await change(memberId, { zipCode })).province, 'Limpopo', zipCode);
  }
  const moved = await change(memberId, { zipCode: '8001' });
  assert.deepEqual([moved.province, moved.correctedProvince], ['Western Cape', null]);
  const cleared = await change(memberId, { correctedProvince: 'Northern Cape' });
  assert.equal(cleared.province, 'Northern Cape');
  assert.equal((await change(memberId, { correctedProvince: '' })).province, 'Western Cape');
});

test('the search box finds the province, by the zip code or as it was corrected', async () => {
  const person = await registered(app, {
    email: 'mpho@example.org',
    firstName: 'Mpho',
    postalAddress: 'PO Box 7\nGiyani',
    zipCode: '0826',
  });
  await finds({ text: 'mpho limpopo' }, 'Mpho');
  await finds({ text: 'mpho gauteng' });
  const { id } = await app.db
    .selectFrom('members')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow();
  await change(id, { correctedProvince: 'Gauteng' });
  await finds({ text: 'Mpho Gauteng' }, 'Mpho');
  await finds({ text: 'mpho limpopo' });
});
