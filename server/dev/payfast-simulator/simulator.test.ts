import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { answerErrors } from '#server/platform/http/error-reply.ts';
import { takeBodiesAsBytes } from '#server/platform/http/read-json.ts';
import { encodeFields, type Field } from '#server/platform/payfast/fields.ts';
import { evaluateChecks } from '#server/platform/payfast/evaluate-checks.ts';
import { readNotification } from '#server/platform/payfast/notification.ts';
import { paymentForm } from '#server/platform/payfast/payment-form.ts';
import { readPayfastSettings, type PayfastSettings } from '#server/platform/payfast/settings.ts';
import { serveSimulator } from './routes.ts';

const id = '0b7c1f7e-8a44-4d5d-9a0e-2f0d7f2f6a11';
const payer = { firstName: 'Seán', lastName: "O'Brien <b>", email: 'sean+1@example.org' };
const secret = new TextEncoder().encode('a secret of the tests, of more than 32 bytes');

/** A stand-in for the application: the notifications it received, and its replies. */
const told: { body: string; type: string | undefined; path: string | undefined }[] = [];
let answerWith = 200;
const receiver = createServer((request, reply) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    told.push({ body, type: request.headers['content-type'], path: request.url });
    reply.writeHead(answerWith).end();
    receiver.emit('told');
  });
});

let publicUrl: string;
let settings: PayfastSettings;
let app: FastifyInstance;

async function startSimulator(lateMs: number) {
  const simulator = fastify();
  takeBodiesAsBytes(simulator);
  answerErrors(simulator);
  const log = pino({ level: 'silent' });
  await serveSimulator(simulator, { settings, publicUrl, secret, log, lateMs });
  return simulator;
}

before(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  publicUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  settings = readPayfastSettings({}, { publicUrl, isLoopback: true, testsNeed: null }).settings!;
  app = await startSimulator(50);
});

after(async () => {
  await app.close();
  receiver.close();
  receiver.closeAllConnections();
});

function formFields(): Field[] {
  return paymentForm(settings, { kind: 'subscription', id, amountCents: 45000, payer, publicUrl })
    .fields;
}

function post(path: string, payload: string, to = app) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return to.inject({ method: 'POST', url: `/payfast-simulator/eng/${path}`, payload, headers });
}

const submit = (fields: Field[]) => post('process', encodeFields(fields));

async function press(choice: string, fields = formFields(), to = app) {
  const form = Buffer.from(encodeFields(fields)).toString('base64url');
  return post('pay', `form=${form}&choice=${choice}`, to);
}

test('a signed form shows who is paid, what for and how much, and that it is a test', async () => {
  const { statusCode, body, headers } = await submit(formFields());
  assert.equal(statusCode, 200);
  assert.match(String(headers['content-type']), /^text\/html/);
  assert.equal(headers['cache-control'], 'no-store');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /^default-src 'none'; style-src 'self'; form-action 'self' http:/);
  for (const text of [
    'Test payments',
    'R450.00',
    'TGA - Membership Payment',
    'merchant 10000100',
  ]) {
    assert.ok(body.includes(text), text);
  }
  assert.ok(body.includes('Seán O&#39;Brien &lt;b&gt;') && !body.includes('<b>'));
  assert.doesNotMatch(body, /<script|style=|onclick/);
  assert.ok(!body.includes(settings.passphrase));
});

test('the page posts the original form again, and Pay completes it', async () => {
  const { body } = await submit(formFields());
  const form = /name="form" value="([\w-]+)"/.exec(body)?.[1];
  const { statusCode, headers } = await post('pay', `form=${form}&choice=cancel`);
  assert.equal(statusCode, 303);
  assert.equal(headers.location, `${publicUrl}/payment/subscription/cancelled/${id}`);
});

test('the style sheet is its own', async () => {
  const reply = await app.inject('/payfast-simulator/style.css');
  assert.equal(reply.statusCode, 200);
  assert.match(String(reply.headers['content-type']), /^text\/css/);
});

test('an altered form is refused on the page and at Pay', async () => {
  const fields = formFields().map((field) =>
    field.name === 'amount' ? { ...field, value: '5.00' } : field,
  );
  told.length = 0;
  for (const reply of [await submit(fields), await press('pay', fields)]) {
    assert.equal(reply.statusCode, 400);
    assert.match(reply.body, /Generated signature does not match submitted signature/);
  }
  assert.equal(told.length, 0);
});

test('bodies that are not forms are refused', async () => {
  for (const payload of ['', '%', '\0', '{"a":1}', 'a=%ZZ&&=', 'form=!&choice=pay', '<b>=<i>']) {
    for (const path of ['process', 'pay']) {
      const { statusCode, body } = await post(path, payload);
      assert.equal(statusCode, 400);
      assert.ok(!body.includes('<b>') && !body.includes('<i>'));
    }
  }
  assert.equal((await press('other')).statusCode, 400);
});

/** What the application makes of the last notification, with the simulator's own confirmation. */
async function judgeLast() {
  const { body, type, path } = told.at(-1)!;
  assert.equal(type, 'application/x-www-form-urlencoded');
  assert.equal(path, '/api/payments/payfast/subscription');
  const notification = readNotification(Buffer.from(body));
  const confirmation = (await post('query/validate', notification.parameters)).body;
  const { verdict } = evaluateChecks(notification, {
    settings,
    kind: 'subscription',
    record: { kind: 'subscription', askedCents: [45000], isDeleted: false },
    confirmation: confirmation as 'VALID' | 'INVALID',
    isFromProvider: true,
  });
  return { notification, verdict };
}

test('Pay notifies the application before the payer is back, and confirms what it sent', async () => {
  told.length = 0;
  const { statusCode, headers } = await press('pay');
  assert.equal(statusCode, 303);
  assert.equal(headers.location, `${publicUrl}/payment/subscription/return/${id}`);
  assert.equal(told.length, 1);
  const { notification, verdict } = await judgeLast();
  assert.equal(verdict, 'settle');
  const names = notification.fields.map(({ name }) => name);
  assert.equal(names.length, 22);
  assert.equal(names.slice(0, 4).join(' '), 'm_payment_id pf_payment_id payment_status item_name');
  const values = Object.fromEntries(notification.fields.map(({ name, value }) => [name, value]));
  assert.deepEqual(
    [values['amount_gross'], values['amount_fee'], values['amount_net'], values['custom_int5']],
    ['450.00', '-17.25', '432.75', ''],
  );
  assert.equal(values['name_last'], "O'Brien <b>");
  assert.match(notification.pfPaymentId ?? '', /^\d{15}$/);
});

test('paying again creates another payment', async () => {
  await press('pay');
  await press('pay');
  const [one, other] = told.slice(-2).map(({ body }) => readNotification(Buffer.from(body)));
  assert.notEqual(one?.pfPaymentId, other?.pfPaymentId);
});

test('a failed payment is notified as FAILED', async () => {
  const { headers } = await press('fail');
  assert.equal(headers.location, `${publicUrl}/payment/subscription/return/${id}`);
  assert.equal((await judgeLast()).verdict, 'failed');
});

test('a late notification arrives after the payer has returned', async () => {
  told.length = 0;
  const arrival = once(receiver, 'told');
  assert.equal((await press('late')).statusCode, 303);
  assert.equal(told.length, 0);
  await arrival;
  assert.equal((await judgeLast()).verdict, 'settle');
});

test('late notifications are dropped when the application stops', async () => {
  const brief = await startSimulator(60_000);
  await press('late', formFields(), brief);
  await brief.close();
});

test('Cancel sends no notification', async () => {
  told.length = 0;
  await press('cancel');
  assert.equal(told.length, 0);
});

test('the payer returns even if the application refuses the notification', async () => {
  answerWith = 500;
  assert.equal((await press('pay')).statusCode, 303);
  answerWith = 200;
});

test('only notifications of a simulator with the same secret are confirmed', async () => {
  await press('pay');
  const { parameters } = readNotification(Buffer.from(told.at(-1)!.body));
  const ask = async (payload: string, to = app) => (await post('query/validate', payload, to)).body;
  const other = await startSimulator(0);
  assert.equal(await ask(parameters, other), 'VALID');
  await other.close();
  const forged = [
    parameters.replace('450.00', '451.00'),
    parameters.replace(id, id.replace('0', '1')),
    parameters.replace(/pf_payment_id=\d{6}/, 'pf_payment_id=123456'),
    parameters.replace(/pf_payment_id=\d+/, 'pf_payment_id=1089250'),
    parameters.replace(/pf_payment_id=\d+&/, ''),
    `${parameters}&pf_payment_id=1`,
    `${parameters}&x=`,
    `&${parameters}`,
    told.at(-1)!.body,
    '',
    '%',
  ];
  for (const text of forged) assert.equal(await ask(text), 'INVALID', text);
});
