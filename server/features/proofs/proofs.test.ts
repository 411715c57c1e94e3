import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { getInvoice } from '#contract/invoices/endpoints.ts';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { updateMember } from '#contract/members/endpoints.ts';
import * as admin from '#contract/proofs/admin-endpoints.ts';
import * as contract from '#contract/proofs/endpoints.ts';
import { proofCheck } from '#server/features/system-check/checks/proofs.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { pdf, proofOf, sendProofOf } from '#test/support/proofs/send-proof.ts';
import { naledi, registered, tokenOf, typeId } from '#test/support/people.ts';
import { asFile, bomb, halves } from '#test/support/pictures.ts';
import { forgetProofs } from './forget-proofs.ts';
import { makeProofToken, readProofToken } from './proof-link.ts';
import { readWaiting } from './queries.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
/** A new session each time: an administrator's ends after an hour without use. */
const asAdmin = async () => ({ token: await tokenOf(app, adminId) });
const { largestProof, largestWaiting, largestWaitingUnproved, proofTexts: texts } = contract;
let count = 0;

const member = () => registered(app, { email: `payer-${++count}@example.org` });
/** A member whose address is proved: an invoice of another has three files only. */
async function proved() {
  const one = await member();
  await app.db
    .updateTable('users')
    .set({ email_proved_at: app.clock.now() })
    .where('id', '=', one.userId)
    .execute();
  return one;
}
const link = (invoiceId: string) => ({
  token: makeProofToken(app.secret, invoiceId, app.clock.now()),
});
const readLink = (invoiceId: string) =>
  callApi(app, contract.readProofLink, { body: link(invoiceId) });
const proofsOf = async (invoiceId: string) =>
  (await callApi(app, admin.searchProofs, { body: { invoiceId } }, await asAdmin())).data.results;
const waiting = async () =>
  (await callApi(app, admin.searchProofs, { body: { isWaiting: true } }, await asAdmin())).data
    .results;
const pay = (invoiceId: string) => settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
const pass = (hours: number) =>
  app.clock.set(new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString());

test('the link says which invoice it is for and what is to pay, and no name', async () => {
  const { invoiceId } = await member();
  const reply = await readLink(invoiceId);
  assert.equal(reply.status, 200);
  assert.match(reply.data.invoiceNumber, /^INV-\d{5}$/);
  assert.deepEqual(
    { ...reply.data, invoiceNumber: '' },
    { invoiceNumber: '', balance: 450, state: 'open' },
  );
});

test('a file that was sent waits with its invoice, and pays nothing', async () => {
  const { invoiceId } = await member();
  const before = await app.db.selectFrom('payments').select('id').execute();
  assert.equal((await sendProofOf(app, invoiceId, pdf('one'))).status, 200);
  const [proof] = await proofsOf(invoiceId);
  assert.ok(proof);
  const { invoiceNumber } = proof;
  assert.equal(proof.fileName, `${invoiceNumber}-proof-1.pdf`);
  assert.deepEqual(
    [proof.payer, proof.balance, proof.kind, proof.size, proof.invoiceState, proof.dealtWithUtc],
    ['Thandi Dlamini', 450, 'application/pdf', pdf('one').length, 'open', null],
  );
  assert.deepEqual(await app.db.selectFrom('payments').select('id').execute(), before);
  assert.equal((await readLink(invoiceId)).data.state, 'open');
});

test('the invoice says when a proof came that waits', async () => {
  const { invoiceId } = await member();
  const sentOf = async () => {
    const { data } = await callApi(app, getInvoice, { params: { id: invoiceId } }, await asAdmin());
    return 'proofSentUtc' in data ? data.proofSentUtc : undefined;
  };
  assert.equal(await sentOf(), null);
  await sendProofOf(app, invoiceId, pdf('waits'));
  assert.equal(await sentOf(), app.clock.now().toISOString());
  const [proof] = await proofsOf(invoiceId);
  const params = { id: proof?.id ?? '' };
  await callApi(app, admin.updateProof, { params, body: { isDealtWith: true } }, await asAdmin());
  assert.equal(await sentOf(), null);
});

test('the file is saved and never shown, under a name of ours', async () => {
  const { invoiceId } = await member();
  const page = pdf('<script>alert(1)</script>');
  await sendProofOf(app, invoiceId, page, '../../"evil\r\nname.html');
  const [proof] = await proofsOf(invoiceId);
  const params = { id: proof?.id ?? '' };
  const { headers, text } = await callApi(app, admin.downloadProof, { params }, await asAdmin());
  assert.equal(headers['content-type'], 'application/octet-stream');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['content-disposition'], `attachment; filename="${proof?.fileName}"`);
  assert.equal(text, page.toString());
});

test('the type is that of the content, whatever the name says', async () => {
  const { invoiceId } = await proved();
  const heic = Buffer.concat([Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0'), Buffer.alloc(99)]);
  for (const [content, kind] of [
    [await halves('jpeg'), 'image/jpeg'],
    [await halves('png'), 'image/png'],
    [await halves('webp'), 'image/webp'],
    [heic, 'image/heic'],
    [Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf('bank')]), 'application/pdf'],
  ] as const) {
    assert.equal((await sendProofOf(app, invoiceId, content, 'invoice.exe')).status, 200, kind);
    assert.equal((await proofsOf(invoiceId))[0]?.kind, kind);
    pass(1);
  }
});

test('other types are refused under the name of a right one, and no file is opened', async () => {
  const { invoiceId } = await member();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const content of [
    '<!doctype html><p>%PDF-1.7',
    svg,
    'MZ\u0090\0',
    'PK\u0003\u0004',
    'GIF89a',
    'hello',
    '\0'.repeat(5000),
  ]) {
    const reply = await sendProofOf(app, invoiceId, Buffer.from(content, 'latin1'));
    assert.deepEqual([reply.status, reply.message], [400, texts.wrongType], content.slice(0, 9));
    assert.deepEqual(reply.errors, [{ field: 'file', message: texts.wrongType }]);
  }
  assert.deepEqual(await proofsOf(invoiceId), []);
  // It declares two billion pixels. Nothing decodes it.
  const memory = process.memoryUsage().rss;
  assert.equal((await sendProofOf(app, invoiceId, await bomb(2_147_483_647, 1))).status, 200);
  assert.ok(process.memoryUsage().rss - memory < 50 * 2 ** 20);
});

test('an empty file, no file, a file of 11 MB and one of 60 MB are refused with what to do', async () => {
  const { invoiceId } = await member();
  const empty = await sendProofOf(app, invoiceId, Buffer.alloc(0));
  assert.deepEqual([empty.status, empty.message], [400, texts.missing]);
  const large = await sendProofOf(app, invoiceId, Buffer.concat([pdf(''), Buffer.alloc(11e6)]));
  assert.deepEqual([large.status, large.message], [413, texts.tooLarge]);
  const huge = Buffer.alloc(60 * 2 ** 20);
  const form = new FormData();
  form.append('token', link(invoiceId).token);
  form.append('file', asFile(huge));
  const request = new Response(form);
  const reply = await app.fastify.inject({
    method: 'POST',
    url: '/api/payment-proofs',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  });
  assert.equal(reply.statusCode, 413);
  assert.deepEqual(await proofsOf(invoiceId), []);
});

test('without the token before the file, the file is not read', async () => {
  const { invoiceId } = await member();
  const { token: right } = link(invoiceId);
  for (const fields of [
    [['file', asFile(pdf('x'))]],
    [
      ['file', asFile(pdf('x'))],
      ['token', right],
    ],
    [
      ['token', 'nonsense'],
      ['file', asFile(pdf('x'))],
    ],
  ] as const) {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    const request = new Response(form);
    const reply = await app.fastify.inject({
      method: 'POST',
      url: '/api/payment-proofs',
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    });
    assert.equal(reply.statusCode, 400, reply.body);
    assert.equal(reply.json().message, texts.badLink);
  }
  assert.deepEqual(await proofsOf(invoiceId), []);
});

test('only the installation makes a link, and a link is good for its own invoice only', async () => {
  const [mine, other] = [await member(), await member()];
  const good = makeProofToken(app.secret, mine.invoiceId, app.clock.now());
  assert.equal(readProofToken(app.secret, good, app.clock.now())?.invoiceId, mine.invoiceId);
  const theirs = makeProofToken(app.secret, other.invoiceId, app.clock.now());
  const swapped = Buffer.concat([
    Buffer.from(theirs, 'base64url').subarray(0, 16),
    Buffer.from(good, 'base64url').subarray(16),
  ]).toString('base64url');
  const foreign = makeProofToken(
    new TextEncoder().encode('x'.repeat(40)),
    mine.invoiceId,
    app.clock.now(),
  );
  for (const bad of [swapped, foreign, `${good}A`, good.slice(0, -2), mine.invoiceId, '', '\0']) {
    const reply = await callApi(app, contract.readProofLink, { body: { token: bad } });
    assert.deepEqual([reply.status, reply.message], [400, texts.badLink], bad);
    const body = { token: bad };
    const sent = await callApi(app, contract.sendProof, { body, file: asFile(pdf('x')) });
    assert.equal(sent.status, 400, bad);
  }
  const deleted = await callApi(app, contract.readProofLink, { body: link(randomUUID()) });
  assert.deepEqual([deleted.status, deleted.message], [400, texts.badLink]);
  await sendProofOf(app, mine.invoiceId, pdf('mine'));
  assert.deepEqual(await proofsOf(other.invoiceId), []);
});

test('a paid or void invoice takes no file, and the link says so kindly', async () => {
  const [paid, withdrawn] = [await member(), await member()];
  await pay(paid.invoiceId);
  const params = { id: withdrawn.invoiceId };
  await callApi(app, voidInvoice, { params, body: { reason: 'By mistake' } }, await asAdmin());
  for (const [invoiceId, state, message] of [
    [paid.invoiceId, 'paid', texts.paid],
    [withdrawn.invoiceId, 'void', texts.isVoid],
  ] as const) {
    assert.equal((await readLink(invoiceId)).data.state, state);
    const reply = await sendProofOf(app, invoiceId, pdf('late'));
    assert.deepEqual([reply.status, reply.message], [409, message]);
    assert.deepEqual(await proofsOf(invoiceId), []);
  }
});

test('an invoice that is paid in part takes a file, and shows the rest', async () => {
  const { invoiceId } = await member();
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator', amountCents: 20_000 });
  assert.equal((await readLink(invoiceId)).data.balance, 250);
  assert.equal((await sendProofOf(app, invoiceId, pdf('rest'))).status, 200);
});

test('the same file again counts once, so that a lost reply can be tried again', async () => {
  const { invoiceId } = await member();
  for (let n = 0; n < 2; n++) {
    assert.equal((await sendProofOf(app, invoiceId, pdf('same'))).status, 200);
  }
  assert.equal((await proofsOf(invoiceId)).length, 1);
});

test('five files an hour for an invoice, however often they are sent', async () => {
  const { invoiceId } = await proved();
  for (let n = 0; n < 5; n++) {
    assert.equal((await sendProofOf(app, invoiceId, pdf(`${n}`))).status, 200);
    app.clock.set(new Date(app.clock.now().getTime() + 60_000).toISOString());
  }
  const reply = await sendProofOf(app, invoiceId, pdf('sixth'));
  assert.deepEqual([reply.status, reply.message], [429, texts.tooMany('55 minutes')]);
  assert.equal(reply.headers['retry-after'], '3300');
  // Another invoice has its own five.
  assert.equal((await sendProofOf(app, (await member()).invoiceId, pdf('x'))).status, 200);
  pass(1);
  assert.equal((await sendProofOf(app, invoiceId, pdf('sixth'))).status, 200);
});

test('an invoice has ten files at most, also when several are sent at once', async () => {
  const { invoiceId } = await proved();
  for (let n = 0; n < 9; n++) {
    await sendProofOf(app, invoiceId, pdf(`${n}`));
    pass(1);
  }
  const replies = await Promise.all(
    ['a', 'b', 'c', 'd'].map((text) => sendProofOf(app, invoiceId, pdf(text))),
  );
  assert.deepEqual(replies.map(({ status }) => `${status}`).toSorted(), [
    '200',
    '409',
    '409',
    '409',
  ]);
  const last = await sendProofOf(app, invoiceId, pdf('eleventh'));
  assert.deepEqual([last.status, last.message], [409, texts.full]);
  assert.equal((await proofsOf(invoiceId)).length, 10);
  assert.equal((await readLink(invoiceId)).data.state, 'full');
});

test('an invoice of an address that is not proved has three files at most', async () => {
  const { invoiceId } = await member();
  for (let n = 0; n < 3; n++) {
    assert.equal((await sendProofOf(app, invoiceId, pdf(`${n}`))).status, 200);
  }
  const fourth = await sendProofOf(app, invoiceId, pdf('fourth'));
  assert.deepEqual([fourth.status, fourth.message], [409, texts.full]);
  assert.equal((await readLink(invoiceId)).data.state, 'full');
});

test('one file at a time is received for an invoice, and what is refused is never received', async () => {
  const { invoiceId } = await proved();
  const { token } = link(invoiceId);
  const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  const edge = 'edge';
  const head = `--${edge}\r\nContent-Disposition: form-data; name="token"\r\n\r\n${token}\r\n--${edge}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n`;
  const first = request(`${address}/api/payment-proofs`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': `multipart/form-data; boundary=${edge}`, connection: 'close' },
  });
  const reply = once(first, 'response') as Promise<[IncomingMessage]>;
  first.write(head);
  const folder = join(app.dataDir, 'uploads');
  let names: string[] = [];
  while (names.length === 0) {
    await setImmediate();
    names = await readdir(folder);
  }
  assert.equal((await stat(join(folder, names[0] ?? ''))).mode & 0o777, 0o600);
  const second = await sendProofOf(app, invoiceId, pdf('second'));
  assert.deepEqual([second.status, second.message], [409, texts.underWay]);
  first.end(`${'x'.repeat(100)}\r\n--${edge}--\r\n`);
  const [response] = await reply;
  response.resume();
  assert.equal(response.statusCode, 200);
  assert.equal((await sendProofOf(app, invoiceId, pdf('third'))).status, 200);
  // The reply comes first.
  while ((await readdir(folder)).length > 0) await setImmediate();
});

test('uploads that do not say what they are for hold no turn', async () => {
  const { invoiceId } = await proved();
  const { port } = app.fastify.server.address() as AddressInfo;
  const silent = Array.from({ length: 12 }, () => {
    const sending = request({
      port,
      host: '127.0.0.1',
      path: '/api/payment-proofs',
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    }).on('error', () => {});
    sending.write('--edge\r\nContent-Disposition: form-data; name="to');
    return sending;
  });
  try {
    await Promise.all(silent.map((sending) => once(sending, 'socket')));
    // Their calls have begun: each has its file in the folder.
    while ((await readdir(join(app.dataDir, 'uploads'))).length < silent.length)
      await setImmediate();
    assert.equal((await sendProofOf(app, invoiceId, pdf('honest'))).status, 200);
  } finally {
    for (const sending of silent) sending.destroy();
  }
});

test('a file of an address that is not proved has at most 2 MB, and by the link of a mail 10 MB', async () => {
  const { invoiceId } = await member();
  const content = Buffer.concat([pdf('large'), Buffer.alloc(contract.largestProofUnproved)]);
  const refused = await sendProofOf(app, invoiceId, content);
  assert.deepEqual([refused.status, refused.message], [400, texts.tooLargeUnproved]);
  const token = makeProofToken(app.secret, invoiceId, app.clock.now(), { isMailed: true });
  const file = asFile(content, 'proof.pdf', '');
  const reply = await callApi(app, contract.sendProof, { body: { token }, file });
  assert.equal(reply.status, 200);
  await deleteOf([invoiceId]);
});

test('a link works for 180 days, and the next mail has a new one', async () => {
  const { invoiceId } = await member();
  const at = (days: number) => new Date(app.clock.now().getTime() + days * 24 * 3_600_000);
  const { token } = link(invoiceId);
  assert.equal(readProofToken(app.secret, token, at(180))?.invoiceId, invoiceId);
  assert.equal(readProofToken(app.secret, token, at(181)), null);
  const next = makeProofToken(app.secret, invoiceId, at(100));
  assert.equal(readProofToken(app.secret, next, at(181))?.invoiceId, invoiceId);
});

test('no letter of a link can be another one', async () => {
  const { invoiceId } = await member();
  const { token } = link(invoiceId);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (const letter of letters.replace(token.at(-1) ?? '', '')) {
    const other = token.slice(0, -1) + letter;
    assert.equal(readProofToken(app.secret, other, app.clock.now()), null, letter);
  }
});

test('a member gets the link of an own invoice, and of no other', async () => {
  const [mine, other] = [await member(), await member()];
  const own = { token: await tokenOf(app, mine.userId) };
  const asked = (id: string, who = own) =>
    callApi(app, contract.getProofToken, { params: { id } }, who);
  assert.deepEqual((await asked(mine.invoiceId)).data, link(mine.invoiceId));
  assert.equal((await asked(other.invoiceId)).status, 404);
  assert.deepEqual((await asked(other.invoiceId, await asAdmin())).data, link(other.invoiceId));
});

test('a proof waits until it is dealt with, or its invoice is paid', async () => {
  const [first, second] = [await member(), await member()];
  const id = await proofOf(app, first.invoiceId);
  const other = await proofOf(app, second.invoiceId);
  const isWaiting = async () => {
    const ids = (await waiting()).map((proof) => proof.id);
    return [ids.includes(id), ids.includes(other)];
  };
  assert.deepEqual(await isWaiting(), [true, true]);
  const mark = async (isDealtWith: boolean) =>
    callApi(app, admin.updateProof, { params: { id }, body: { isDealtWith } }, await asAdmin());
  for (let n = 0; n < 2; n++) {
    const { data } = await mark(true);
    assert.equal(data.dealtWithBy, 'Naledi Khumalo');
  }
  assert.deepEqual(await isWaiting(), [false, true]);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_id', '=', first.invoiceId)
    .execute();
  assert.deepEqual(entries, [{ action: 'updateProof' }]);
  assert.equal((await mark(false)).data.dealtWithUtc, null);
  await pay(second.invoiceId);
  assert.deepEqual(await isWaiting(), [true, false]);
  const missing = { params: { id: randomUUID() } };
  assert.equal((await callApi(app, admin.downloadProof, missing, await asAdmin())).status, 404);
  const body = { isDealtWith: true };
  assert.equal(
    (await callApi(app, admin.updateProof, { ...missing, body }, await asAdmin())).status,
    404,
  );
});

test('the proof of a void invoice waits too, and can be dealt with', async () => {
  const { invoiceId } = await member();
  const id = await proofOf(app, invoiceId);
  const before = await readWaiting(app.db, app.clock.now());
  const params = { id: invoiceId };
  await callApi(app, voidInvoice, { params, body: { reason: 'By mistake' } }, await asAdmin());
  const listed = (await waiting()).find((proof) => proof.id === id);
  assert.deepEqual([listed?.invoiceState, listed?.balance], ['void', 0]);
  const body = { isDealtWith: true };
  await callApi(app, admin.updateProof, { params: { id }, body }, await asAdmin());
  assert.equal(
    (await waiting()).find((proof) => proof.id === id),
    undefined,
  );
  const after = await readWaiting(app.db, app.clock.now());
  assert.equal(before.size - after.size, pdf('paid').length);
});

test('the files are deleted 90 days after their invoice was paid or withdrawn', async () => {
  const [paid, withdrawn, open] = [await member(), await member(), await member()];
  for (const { invoiceId } of [paid, withdrawn, open]) await proofOf(app, invoiceId);
  await pay(paid.invoiceId);
  const params = { id: withdrawn.invoiceId };
  await callApi(app, voidInvoice, { params, body: { reason: 'By mistake' } }, await asAdmin());
  const left = async () => {
    const counts = [paid, withdrawn, open].map((one) =>
      app.db
        .selectFrom('payment_proofs')
        .select('id')
        .where('invoice_id', '=', one.invoiceId)
        .execute(),
    );
    return (await Promise.all(counts)).map((rows) => rows.length);
  };
  const later = (days: number) => ({
    ...app.ctx(),
    at: new Date(app.clock.now().getTime() + days * 24 * 3_600_000),
  });
  await forgetProofs(later(89));
  assert.deepEqual(await left(), [1, 1, 1]);
  await forgetProofs(later(91));
  assert.deepEqual(await left(), [0, 0, 1]);
});

/** As many files of 10 MB as fit into this many bytes. Compressed, they take no room. */
async function fill(bytes: number, invoiceIds: string[], most: number): Promise<void> {
  const filler = largestProof - 100;
  for (let n = 0; n < Math.floor(bytes / filler); n += 1) {
    await sql`
      INSERT INTO payment_proofs (id, invoice_id, place, media_type, content, sha256, received_at)
      VALUES (gen_random_uuid(), ${invoiceIds[Math.floor(n / most)]}, ${1 + (n % most)}, 'application/pdf',
        decode(repeat('00', ${filler}), 'hex'), sha256(${`${n}`}::text::bytea), ${app.clock.now()})`.execute(
      app.db,
    );
  }
}
const idsOf = (invoices: { invoiceId: string }[]) => invoices.map(({ invoiceId }) => invoiceId);
const deleteOf = (invoiceIds: string[]) =>
  app.db.deleteFrom('payment_proofs').where('invoice_id', 'in', invoiceIds).execute();

test('files of addresses that are not proved have 200 MB together, and leave the rest to others', async () => {
  const strangers = idsOf(await Promise.all(Array.from({ length: 8 }, member)));
  const { unprovedSize: before } = await readWaiting(app.db, app.clock.now());
  await fill(largestWaitingUnproved - before, strangers, 3);
  const { unprovedSize } = await readWaiting(app.db, app.clock.now());
  const [honest, unproved] = [await proved(), await member()];
  const content = Buffer.concat([pdf('x'), Buffer.alloc(largestWaitingUnproved - unprovedSize)]);
  const refused = await sendProofOf(app, unproved.invoiceId, content);
  assert.deepEqual([refused.status, refused.message], [409, texts.noRoom]);
  assert.equal((await sendProofOf(app, honest.invoiceId, content)).status, 200);
  const { state, finding } = await proofCheck({ ...app, secret: null }).run();
  assert.deepEqual([state, /not proved have \d+ of 200 MB/.test(finding)], ['warning', true]);
  await deleteOf([...strangers, honest.invoiceId]);
});

test('the files of an invoice that its member voids by another type count on', async () => {
  const { memberId, invoiceId } = await member();
  const before = await readWaiting(app.db, app.clock.now());
  const content = pdf('mine');
  assert.equal((await sendProofOf(app, invoiceId, content)).status, 200);
  const body = { memberTypeID: await typeId(app, 'Student') };
  assert.equal(
    (await callApi(app, updateMember, { params: { id: memberId }, body }, await asAdmin())).status,
    200,
  );
  const after = await readWaiting(app.db, app.clock.now());
  assert.deepEqual(
    [after.size - before.size, after.unprovedSize - before.unprovedSize],
    [content.length, content.length],
  );
  await deleteOf([invoiceId]);
});

test('all files that wait have 500 MB together, also when several are sent at once', async () => {
  const [one, ...others] = [await proved(), await proved(), await proved(), await proved()];
  await sendProofOf(app, one.invoiceId, pdf('first'));
  const { size } = await readWaiting(app.db, app.clock.now());
  const fillers = idsOf(await Promise.all(Array.from({ length: 5 }, proved)));
  await fill(largestWaiting - size, fillers, 10);
  const left = largestWaiting - (await readWaiting(app.db, app.clock.now())).size;
  const content = Buffer.concat([pdf('x'), Buffer.alloc(Math.floor(left * 0.6))]);
  const replies = await Promise.all(
    others.map(({ invoiceId }) => sendProofOf(app, invoiceId, content)),
  );
  assert.deepEqual(replies.map(({ status }) => `${status}`).toSorted(), ['200', '409', '409']);
  assert.ok(replies.some(({ message }) => message === texts.noRoom));
  const finding = await proofCheck({ ...app, secret: null }).run();
  assert.equal(finding.state, 'warning');
  await deleteOf(fillers);
});

test('System Check names files that wait for 60 days', async () => {
  const { invoiceId } = await member();
  const id = await proofOf(app, invoiceId);
  const clock = { now: () => new Date(app.clock.now().getTime() + 61 * 24 * 3_600_000) };
  const check = () => proofCheck({ ...app, clock, secret: null }).run();
  assert.match((await check()).finding, /more than 60 days: \d+ files?/);
  await sql`UPDATE payment_proofs SET received_at = ${clock.now()}`.execute(app.db);
  assert.equal((await check()).state, 'ok');
  assert.equal((await proofsOf(invoiceId))[0]?.id, id);
});

test('a file is deleted 90 days after it was dealt with, and any after a year', async () => {
  const [dealt, old] = [await member(), await member()];
  const id = await proofOf(app, dealt.invoiceId);
  await proofOf(app, old.invoiceId);
  const body = { isDealtWith: true };
  await callApi(app, admin.updateProof, { params: { id }, body }, await asAdmin());
  const after = async (days: number) => {
    const at = new Date(app.clock.now().getTime() + days * 24 * 3_600_000);
    await forgetProofs({ ...app.ctx(), at });
    return [(await proofsOf(dealt.invoiceId)).length, (await proofsOf(old.invoiceId)).length];
  };
  assert.deepEqual(await after(89), [1, 1]);
  assert.deepEqual(await after(91), [0, 1]);
  assert.deepEqual(await after(366), [0, 0]);
});
