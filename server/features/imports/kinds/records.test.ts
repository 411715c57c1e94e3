import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { searchAudit } from '#contract/audit/endpoints.ts';
import {
  searchUnsubscribedEmails,
  unsubscribedKindNames,
} from '#contract/communication/endpoints.ts';
import { searchDonations } from '#contract/donations/admin-endpoints.ts';
import { createInvoice } from '#contract/invoices/admin-endpoints.ts';
import type { ImportKind } from '#contract/imports/columns.ts';
import { previewUndo, searchImportRows, undoImport } from '#contract/imports/endpoints.ts';
import { getInvoice, processInvoicePayment, searchInvoices } from '#contract/invoices/endpoints.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { suppress } from '#server/features/communication/suppressions.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { movements } from '#test/support/histories/movements.ts';
import { naledi, registered } from '#test/support/people.ts';
import { tableChecksums } from '#test/support/merging/table-checksums.ts';
import { openImports } from '#test/support/imports/open-imports.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const thandi = await registered(app);
await app.db.updateTable('members').set({ number: 42 }).where('id', '=', thandi.memberId).execute();

const importsOf = (kind: ImportKind) => openImports(app, token, kind);
const details = (id: string) => importsOf('members').read(id);

/** What became of each row. */
async function fatesOf(id: string) {
  const rows = await importsOf('members').rows(id);
  return rows.map(({ row, fate, sentence }) => [row, fate, sentence]);
}

/** Uploads and checks a file. */
function checked(kind: ImportKind, lines: string[]): Promise<string> {
  return importsOf(kind).checked(lines.join('\r\n'));
}

async function imported(kind: ImportKind, lines: string[]): Promise<string> {
  const id = await checked(kind, lines);
  const start = await importsOf(kind).start(id);
  assert.equal(start.status, 200, start.message);
  assert.equal((await details(id)).state, 'imported');
  return id;
}

async function undone(id: string): Promise<void> {
  const undo = await importsOf('members').undo(id);
  assert.equal(undo.status, 200, undo.message);
  assert.equal((await details(id)).state, 'undone');
}

/** Counters only rise, and the import itself stays. */
const checksums = () =>
  tableChecksums(app, [
    'counters',
    'imports',
    'import_rows',
    'import_parts',
    'list_changes',
    'sessions',
  ]);

const mailCount = async () => (await app.db.selectFrom('mails').select('id').execute()).length;

const donations = [
  'First name;Surname;Email;Amount;Date;Payment method;Bank reference',
  'Zoë;Nel;zoe@example.org;R 1 234,50;01/02/2019;EFT;ZNEL',
  'Koos;Botha;koos@example.org;50;15 Mrt 2020;Kontant;',
  'Koos;Botha;koos@example.org;50;15/03/2020;Cash;',
  'Sipho;Dube;sipho@example.org;75;16/03/2020;Zapper;',
];

test('past donations are received on their day, without mail, and the same file adds nothing twice', async () => {
  const mails = await mailCount();
  const id = await imported('donations', donations);
  assert.deepEqual(await fatesOf(id), [
    [2, 'new', ''],
    [3, 'new', ''],
    [4, 'new', 'The same as row 3. It is imported, too.'],
    [5, 'new', ''],
  ]);
  const { data } = await callApi(
    app,
    searchDonations,
    { body: { sortBy: 'Reference' } },
    { token },
  );
  assert.deepEqual(
    data.results.map((one) => [
      one.lastName,
      one.amount,
      one.receivedOn,
      one.paidBy,
      one.donationTypeName,
      one.bankReference,
      one.createdUtc,
    ]),
    [
      ['Nel', 1234.5, '2019-02-01', 'EFT', 'EFT', 'ZNEL', '2019-01-31T22:00:00.000Z'],
      ['Botha', 50, '2020-03-15', 'Cash', 'EFT', null, '2020-03-14T22:00:00.000Z'],
      ['Botha', 50, '2020-03-15', 'Cash', 'EFT', null, '2020-03-14T22:00:00.000Z'],
      ['Dube', 75, '2020-03-16', 'SnapScan', 'EFT', null, '2020-03-15T22:00:00.000Z'],
    ],
  );
  assert.equal(await mailCount(), mails);
  const again = await checked('donations', donations);
  assert.deepEqual(
    (await fatesOf(again)).map(([, fate]) => fate),
    ['same', 'same', 'same', 'same'],
  );
  const more = await checked('donations', [...donations, donations[3]!]);
  assert.equal((await details(more)).counts.new, 1, 'one more of the same is one more donation');
  const entries = await callApi(app, searchAudit, { body: {} }, { token });
  assert.ok(entries.text.includes('donations.csv, row 4'));
});

test('rows of donations that cannot be right are problems that say why', async () => {
  const id = await checked('donations', [
    'First name,Surname,Email,Amount,Received on,Paid by',
    'Zoë,Nel,zoe@example.org,0,2019-02-01,EFT',
    'Zoë,Nel,zoe@example.org,-5,2019-02-01,EFT',
    'Zoë,Nel,zoe@example.org,5,2028-01-01,EFT',
    'Zoë,Nel,,5,2019-02-01,EFT',
    'Zoë,Nel,zoe@example.org,5,04/25/2019,EFT',
    'Zoë,Nel,zoe@example.org,5,,Cowrie shells',
    'Zoë,Nel,zoe@example.org,5,01/02/19,EFT',
    'Zoë,Nel,zoe@example.org,-5,01/02/19,EFT',
  ]);
  assert.deepEqual(await fatesOf(id), [
    [2, 'problem', 'Amount: please enter more than R0.'],
    [3, 'problem', 'Amount: "-5" is negative. Only money that came in can be imported.'],
    [4, 'problem', 'Received on: "2028-01-01" is 1 Jan 2028, a day in the future.'],
    [5, 'problem', 'Email is missing.'],
    [
      6,
      'problem',
      'Received on: "04/25/2019" has no month 25. The day comes first: write 25/04/2019 or 2019-04-25.',
    ],
    [
      7,
      'problem',
      'Received on is missing.\nPaid by: “Cowrie shells” is not known. Use EFT, Cash, Credit Card, World Remit, Wise, Card Machine, Debit Order, SnapScan, Cheque, Other.',
    ],
    [
      8,
      'waiting',
      'Received on: "01/02/19" has a year of two digits. Answer the question about years, or write all four digits.',
    ],
    [9, 'problem', 'Amount: "-5" is negative. Only money that came in can be imported.'],
  ]);
});

const payments = [
  'Invoice,Membership number,First name,Surname,Email,Amount,Paid on,Description,Paid by,Bank reference',
  ',00042,,,,450,2025-03-01,Membership 2025,EFT,THANDI',
  'INV-09001,,,,thandi@example.org,450,2026-03-01,Membership 2026,Credit Card,',
  ',,Koos,Botha,koos@example.org,99.99,2024-12-31,,Cash,',
];

test('what is wrong with a payment is said beside the question about its year', async () => {
  const file = [
    'First name,Surname,Email,Amount,Paid on,Membership number',
    'Koos,,koos@example.org,99,01/02/19,',
    'Koos,,koos@example.org,99,01/02/19,M7',
  ];
  const payerIsMissing =
    'The payer is missing. Fill in a membership number, or a first name, last name and email.';
  // The number is all that has to be corrected.
  const badNumber =
    'Membership number: "M7" is not a membership number. It has digits only, such as 00042.';
  const expected = [
    [2, 'problem', payerIsMissing],
    [3, 'problem', badNumber],
  ];
  const id = await checked('payments', file);
  assert.deepEqual(await fatesOf(id), expected);
  await importsOf('payments').change(id, { twoDigitYears: true });
  await importsOf('payments').check(id);
  assert.deepEqual(await fatesOf(id), expected);
});

test('past payments become paid invoices of their day, without mail and without a membership', async () => {
  const mails = await mailCount();
  const periods = await app.db.selectFrom('membership_periods').select('id').execute();
  const id = await imported('payments', payments);
  assert.deepEqual(await fatesOf(id), [
    [2, 'new', ''],
    [3, 'new', ''],
    [4, 'new', ''],
  ]);
  const body = { sortBy: 'InvoiceNumber', isPaid: true } as object;
  const { data } = await callApi(app, searchInvoices, { body }, { token });
  assert.deepEqual(
    data.results.map((one) => [
      one.userLastName,
      one.memberId,
      one.line,
      one.amount,
      one.paidOn,
      one.paidBy,
      one.createdUtc,
    ]),
    [
      [
        'Dlamini',
        thandi.memberId,
        'Membership 2025',
        450,
        '2025-03-01',
        'EFT',
        '2025-02-28T22:00:00.000Z',
      ],
      [
        'Dlamini',
        thandi.memberId,
        'Membership 2026 (earlier invoice INV-09001)',
        450,
        '2026-03-01',
        'Credit Card',
        '2026-02-28T22:00:00.000Z',
      ],
      ['Botha', null, 'Payment', 99.99, '2024-12-31', 'Cash', '2024-12-30T22:00:00.000Z'],
    ],
  );
  assert.equal(await mailCount(), mails);
  assert.deepEqual(await app.db.selectFrom('membership_periods').select('id').execute(), periods);
  const ids = data.results.map((one) => one.id);
  const { rows: booked } = await sql<object>`
    SELECT booked_on::text, kind, cents FROM (
      SELECT booked_on, 'received' AS kind, income AS cents FROM ${movements} AS m WHERE record_id = ANY (${ids}::uuid[])
      UNION ALL
      SELECT booked_on, event, owed_cents FROM invoice_changes WHERE invoice_id = ANY (${ids}::uuid[])
    ) AS booked ORDER BY 1, 2`.execute(app.db);
  assert.deepEqual(booked.map(Object.values), [
    ['2024-12-31', 'issued', 9999],
    ['2024-12-31', 'received', 9999],
    ['2025-03-01', 'issued', 45_000],
    ['2025-03-01', 'received', 45_000],
    ['2026-03-01', 'issued', 45_000],
    ['2026-03-01', 'received', 45_000],
  ]);
  const again = await checked('payments', payments);
  assert.deepEqual(
    (await fatesOf(again)).map(([, fate]) => fate),
    ['same', 'same', 'same'],
  );
});

test('an open invoice is not settled, and a payer must be certain', async () => {
  const other = await registered(app, { firstName: 'Sipho', email: 'sipho@example.org' });
  const open = await app.db
    .selectFrom('invoices')
    .select(['number', 'id'])
    .where('member_id', '=', thandi.memberId)
    .where('payment_id', 'is', null)
    .executeTakeFirstOrThrow();
  const number = `INV-${String(open.number).padStart(5, '0')}`;
  const id = await checked('payments', [
    'Invoice number,Membership number,First name,Surname,Email,Amount,Paid on',
    `${number},42,,,,450,2027-03-01`,
    ',00099,,,,450,2027-03-01',
    ',42,,,sipho@example.org,450,2027-03-01',
    ',,Koos,,koos@example.org,450,2027-03-01',
    'INV-00003,42,,,,1,2025-03-01',
  ]);
  assert.deepEqual(await fatesOf(id), [
    [
      2,
      'problem',
      `${number} is open. Process its payment on the invoice: it adds the membership and sends the receipt.`,
    ],
    [3, 'problem', 'No member has the number 00099. Correct the number, or leave it out.'],
    [
      4,
      'problem',
      'The number belongs to member 00042, and the email to Sipho Dlamini. Correct one of them.',
    ],
    [
      5,
      'problem',
      'The payer is missing. Fill in a membership number, or a first name, last name and email.',
    ],
    [
      6,
      'problem',
      'INV-00003 is another invoice here, with another payer, amount or day. If the numbers are of another product, leave out their column.',
    ],
  ]);
  const invoice = await callApi(app, getInvoice, { params: { id: open.id } }, { token });
  assert.equal(invoice.data.isPaid, false);
  assert.ok(other.memberId);
});

test('suppressed addresses get their kind, reason and day, and those on the list stay as they are', async () => {
  await suppress(app.ctx(), { email: 'old@example.org', kind: 'refused', reason: '550 unknown' });
  const id = await imported('suppressions', [
    'E-mail,Type,Reason,Date',
    'New@Example.org,Unsubscribed,"Too many, thanks",2021-05-04',
    'bounced@example.org,hard bounce,,',
    'old@example.org,Unsubscribed,,2020-01-01',
    'new@example.org,Unsubscribed,,2021-05-04',
    'nonsense,Unsubscribed,,',
    'x@example.org,angry,,',
  ]);
  assert.deepEqual(await fatesOf(id), [
    [2, 'new', ''],
    [3, 'new', ''],
    [4, 'same', ''],
    [5, 'same', ''],
    [6, 'problem', 'Email: "nonsense": Please enter a valid email address.'],
    [7, 'problem', 'Kind: “angry” is not known. Use Unsubscribed or Refused.'],
  ]);
  const body = { sortBy: 'Email' } as const;
  const { data } = await callApi(app, searchUnsubscribedEmails, { body }, { token });
  assert.deepEqual(
    data.results.map(({ email, kind, reason, createdUtc }) => [
      email,
      unsubscribedKindNames[kind],
      reason,
      createdUtc,
    ]),
    [
      ['bounced@example.org', 'Refused by the mail server', '', '2027-03-10T08:00:00.000Z'],
      ['new@example.org', 'Unsubscribed', 'Too many, thanks', '2021-05-03T22:00:00.000Z'],
      ['old@example.org', 'Refused by the mail server', '550 unknown', '2027-03-10T08:00:00.000Z'],
    ],
  );
});

const others: Record<Exclude<ImportKind, 'members'>, string[]> = {
  donations: [
    'First name,Surname,Email,Amount,Date',
    'A,B,a@example.org,5,2019-02-01',
    'A,B,a@example.org,5,2019-02-01',
  ],
  payments: ['Membership number,Amount,Date', '42,7,2019-02-01', '42,7,2019-02-01'],
  suppressions: ['Email', 'a@example.org', 'b@example.org', 'A@example.org'],
};

for (const [kind, lines] of Object.entries(others)) {
  test(`an import of ${kind} and its undo leave every table as it was`, async () => {
    const before = await checksums();
    const id = await imported(kind as ImportKind, lines);
    assert.notDeepEqual(await checksums(), before);
    await undone(id);
    assert.deepEqual(await checksums(), before);
  });
}

test('a payment that was undone, a mail or an unsubscribe prevents an undo, and is named', async () => {
  const id = await imported('payments', ['Membership number,Amount,Date', '42,8,2019-02-01']);
  const { data } = await callApi(app, searchImportRows, { params: { id }, body: {} }, { token });
  const invoiceId = data.results[0]!.recordId!;
  await callApi(
    app,
    undoInvoicePayment,
    { params: { id: invoiceId }, body: { reason: 'wrong' } },
    { token },
  );
  const obstacles = await callApi(app, previewUndo, { params: { id } }, { token });
  assert.match(
    obstacles.data[0]!.sentence,
    /^INV-\d{5} has had its payment undone, or another one\.$/,
  );
  assert.equal(obstacles.data[0]!.recordId, invoiceId);
  assert.equal((await callApi(app, undoImport, { params: { id } }, { token })).status, 409);
  await callApi(app, processInvoicePayment, { params: { id: invoiceId }, body: {} }, { token });
  const withMail = await callApi(app, previewUndo, { params: { id } }, { token });
  assert.ok(withMail.data.some(({ sentence }) => sentence.endsWith('is the subject of an email.')));

  const list = await imported('suppressions', ['Email,Kind', 'again@example.org,Bounced']);
  await suppress(app.ctx(), { email: 'again@example.org', kind: 'unsubscribed', reason: '' });
  const changed = await callApi(app, previewUndo, { params: { id: list } }, { token });
  assert.deepEqual(
    changed.data.map(({ sentence }) => sentence),
    ['again@example.org has unsubscribed since.'],
  );
});

test('an invoice that was added by hand is recognised, too', async () => {
  const payer = { userFirstName: 'Lea', userLastName: 'Roux', userEmail: 'lea@example.org' };
  const body = { ...payer, line: 'Hall', amount: 120, paymentType: 'EFT' } as const;
  const { data: invoice } = await callApi(app, createInvoice, { body }, { token });
  const paid = { params: { id: invoice.id }, body: { paidOn: '2027-03-01' } };
  await callApi(app, processInvoicePayment, paid, { token });
  const id = await checked('payments', [
    'First name,Surname,Email,Amount,Paid on',
    'Lea,Roux,lea@example.org,120,2027-03-01',
    'Lea,Roux,lea@example.org,120,2027-03-02',
  ]);
  assert.deepEqual(
    (await fatesOf(id)).map(([, fate]) => fate),
    ['same', 'new'],
  );
});
