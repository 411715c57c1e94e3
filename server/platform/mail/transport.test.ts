import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pino from 'pino';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Message } from './email-template.ts';
import { logCaptured } from './log-captured.ts';
import type { OutgoingMail } from './transport.ts';
import { connectionsTo, openTransport } from './open-transport.ts';

const log = pino({ level: 'silent' });
const short = { connection: 400, greeting: 400, socket: 400, whole: 2000 };

interface Received {
  to: string[];
  from: string;
  raw: string;
}

const message: Message = {
  subject: 'Invoice INV-00042',
  html: '<p>Hello Thandi</p>',
  text: 'Hello Thandi\n\nhttps://example.org/a?b=c',
  attachments: [
    { filename: 'INV-00042.pdf', content: Buffer.from('%PDF-'), contentType: 'application/pdf' },
  ],
};

function mail(changes: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    messageId: 'a1b2@members.example.org',
    date: new Date('2027-03-10T08:00:00Z'),
    from: { name: 'Friends of the Waterberg', address: 'office@example.org' },
    to: { name: 'Thandi Mokoena', address: 'thandi@example.org' },
    message,
    ...changes,
  };
}

/** A real mail server on loopback, and all that it has accepted. */
async function openServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        received.push({ from, to, raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const transport = openTransport({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    outboxDir: '/nowhere',
    log,
    timeouts: short,
  });
  after(async () => {
    transport.close();
    await new Promise<void>((resolve) => {
      server.close(resolve);
    });
  });
  return { received, transport, port };
}

function refusal(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

test('a mail arrives with both parts, the attachment and a stable id', async () => {
  const { received, transport } = await openServer();
  assert.deepEqual(await transport.send(mail()), { kind: 'sent' });
  assert.deepEqual(received[0]?.to, ['thandi@example.org']);
  assert.equal(received[0].from, 'office@example.org');
  const parsed = await PostalMime.parse(received[0].raw);
  assert.equal(parsed.subject, message.subject);
  assert.equal(parsed.messageId, '<a1b2@members.example.org>');
  assert.equal(parsed.text?.trim(), message.text);
  assert.equal(parsed.html?.trim(), message.html);
  assert.equal(parsed.from?.name, 'Friends of the Waterberg');
  assert.equal(parsed.attachments[0]?.filename, 'INV-00042.pdf');
  assert.equal(parsed.attachments[0]?.mimeType, 'application/pdf');
});

test('names and subjects cannot inject headers or recipients', async () => {
  const { received, transport } = await openServer();
  const evil = 'Thandi\r\nBcc: all@example.org\r\n\r\n<script>, "x" <second@example.org>';
  const outcome = await transport.send(
    mail({
      from: { name: `Office\nX-Evil: 1`, address: 'office@example.org' },
      to: { name: evil, address: 'thandi@example.org' },
      message: { ...message, subject: `Hello\r\nBcc: all@example.org\u2028` },
    }),
  );
  assert.equal(outcome.kind, 'sent');
  assert.deepEqual(received[0]?.to, ['thandi@example.org']);
  const parsed = await PostalMime.parse(received[0].raw);
  const names = parsed.headers.map(({ key }) => key);
  assert.ok(!names.includes('bcc') && !names.includes('x-evil'), names.join(' '));
  assert.equal(parsed.to?.length, 1);
  assert.equal(parsed.to[0]?.address, 'thandi@example.org');
  assert.equal(parsed.subject, 'Hello Bcc: all@example.org');
});

test('anything other than one plain address is refused before a connection to the server', async () => {
  const { received, transport } = await openServer();
  const addresses = [
    'a@example.org, b@example.org',
    'a@example.org>\r\nRCPT TO:<b@example.org',
    'Group: a@example.org;',
    'b@example.org <a@example.org>',
    '"a@example.org" b@example.org',
    'a@b@example.org',
    'a\u0000@example.org',
    'nobody',
    '',
  ];
  for (const address of addresses) {
    const outcome = await transport.send(mail({ to: { name: 'A', address } }));
    assert.equal(outcome.kind, 'permanent', address);
  }
  assert.equal(received.length, 0);
});

test('all alphabets and long lines arrive unchanged', async () => {
  const { received, transport } = await openServer();
  const text = `Ngũgĩ Ṱhilivhali 😀 ${'x'.repeat(3000)}\n.\nend`;
  await transport.send(
    mail({ to: { name: 'Ngũgĩ', address: 'n@example.org' }, message: { ...message, text } }),
  );
  const parsed = await PostalMime.parse(received[0]!.raw);
  assert.equal(parsed.text?.trim(), text);
  assert.equal(parsed.to?.[0]?.name, 'Ngũgĩ');
});

const stages: [string, SMTPServerOptions, 'temporary' | 'permanent'][] = [
  ['421 at connecting', { onConnect: (_, done) => done(refusal(421, 'busy')) }, 'temporary'],
  ['554 at connecting', { onConnect: (_, done) => done(refusal(554, 'no')) }, 'temporary'],
  ['451 to the sender', { onMailFrom: (_, __, done) => done(refusal(451, 'wait')) }, 'temporary'],
  ['550 to the sender', { onMailFrom: (_, __, done) => done(refusal(550, 'who')) }, 'temporary'],
  ['450 to the recipient', { onRcptTo: (_, __, done) => done(refusal(450, 'full')) }, 'temporary'],
  ['550 to the recipient', { onRcptTo: (_, __, done) => done(refusal(550, 'gone')) }, 'permanent'],
  ['452 to the message', dataRefused(452), 'temporary'],
  ['552 to the message', dataRefused(552), 'permanent'],
];

function dataRefused(code: number): SMTPServerOptions {
  return {
    onData(stream, _, done) {
      stream.on('end', () => done(refusal(code, 'not this')));
      stream.resume();
    },
  };
}

for (const [what, options, kind] of stages) {
  test(`${what} is a ${kind} failure with the server's answer`, async () => {
    const { transport } = await openServer(options);
    const outcome = await transport.send(mail());
    assert.equal(outcome.kind, kind);
    assert.ok('answer' in outcome && outcome.answer.includes(what.slice(0, 3)), what);
  });
}

test('after a wrong password for the mail server, the mail is retried', async () => {
  const { transport } = await openServer({
    authOptional: false,
    onAuth: (_, __, done) => done(refusal(535, 'bad credentials')),
  });
  assert.equal((await transport.send(mail())).kind, 'temporary');
});

test('a password is sent in clear to this machine only, for single mails and for bulk emails', async () => {
  const passwords: unknown[] = [];
  const options: SMTPServerOptions = {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ password }, _, done) {
      passwords.push(password);
      done(null, { user: 'user' });
    },
  };
  const { received, port } = await openServer(options);
  const to = (host: string) => ({
    smtpUrl: `smtp://user:secret@${host}:${port}`,
    outboxDir: '/nowhere',
    log,
    timeouts: short,
  });
  const refused =
    /^The mail server does not encrypt the connection, so the password was not sent \(5\d\d /;
  // It leads to this machine, as the address of another one.
  const elsewhere = openTransport(to('0.0.0.0'));
  after(() => elsewhere.close());
  const outcome = await elsewhere.send(mail());
  assert.equal(outcome.kind, 'temporary');
  assert.match('answer' in outcome ? outcome.answer : '', refused);
  await assert.rejects(connectionsTo(to('0.0.0.0'))(), { message: refused });
  assert.deepEqual([received.length, passwords], [0, []]);

  const here = openTransport(to('127.0.0.1'));
  after(() => here.close());
  assert.equal((await here.send(mail())).kind, 'sent');
  const connection = await connectionsTo(to('127.0.0.1'))();
  connection.close();
  assert.deepEqual(passwords, ['secret', 'secret']);
});

/** A server that speaks as the test says. */
async function openRawServer(speak: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    speak(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  const transport = openTransport({ smtpUrl, outboxDir: '/nowhere', log, timeouts: short });
  after(() => {
    transport.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return transport;
}

test('a server that never sends a greeting causes a timeout', async () => {
  const transport = await openRawServer(() => {});
  const started = performance.now();
  assert.equal((await transport.send(mail())).kind, 'temporary');
  assert.ok(performance.now() - started < 3000);
});

test('a server that replies endlessly in small pieces causes a timeout', async () => {
  const transport = await openRawServer((socket) => {
    socket.write('220 hello\r\n');
    const drip = setInterval(() => socket.write('250-more\r\n'), 100);
    socket.on('close', () => clearInterval(drip));
  });
  assert.equal((await transport.send(mail())).kind, 'temporary');
});

test('a connection lost after the message is a temporary failure', async () => {
  const transport = await openRawServer((socket) => {
    socket.write('220 hello\r\n');
    socket.on('data', (chunk) => {
      const said = chunk.toString();
      if (said.endsWith('\r\n.\r\n')) socket.destroy();
      else if (/^DATA/m.test(said)) socket.write('354 go on\r\n');
      else if (/^(EHLO|MAIL|RCPT|RSET)/m.test(said)) socket.write('250 fine\r\n');
    });
  });
  assert.equal((await transport.send(mail())).kind, 'temporary');
});

test('an unreachable server is a temporary failure', async () => {
  const smtpUrl = 'smtp://127.0.0.1:1';
  const transport = openTransport({ smtpUrl, outboxDir: '/nowhere', log, timeouts: short });
  assert.equal((await transport.send(mail())).kind, 'temporary');
  transport.close();
});

async function openOutboxDir() {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'outbox');
}

test('without a mail server, mails are saved as files that sort by time', async () => {
  const outboxDir = await openOutboxDir();
  const captured: string[] = [];
  const onCaptured = ({ subject }: { subject: string }) => captured.push(subject);
  const transport = openTransport({ smtpUrl: null, outboxDir, log, onCaptured });
  const later = mail({
    date: new Date('2027-03-10T08:00:01Z'),
    message: { ...message, subject: 'B' },
  });
  for (const each of [later, mail(), mail()]) {
    assert.deepEqual(await transport.send(each), { kind: 'sent', isCaptured: true });
  }
  const names = (await readdir(outboxDir)).toSorted();
  assert.equal(names.length, 3);
  assert.ok(names.every((name) => /^2027-03-10T08-00-0\d-000Z-[0-9a-f]{8}\.eml$/.test(name)));
  const last = join(outboxDir, names[2]!);
  const parsed = await PostalMime.parse(await readFile(last));
  assert.equal(parsed.subject, 'B');
  assert.equal(parsed.to?.[0]?.address, 'thandi@example.org');
  assert.equal((await stat(last)).mode & 0o777, 0o600);
  assert.equal(captured.length, 3);
});

test('a captured bulk email is reported with its subject and text, like a single mail', async () => {
  const outboxDir = await openOutboxDir();
  const captured: object[] = [];
  const onCaptured = (message: object) => captured.push(message);
  const connection = await connectionsTo({ smtpUrl: null, outboxDir, log, onCaptured })();
  const text = 'Unsubscribe: https://example.org/unsubscribe?token=1';
  const raw = { from: 'a@example.org', date: new Date(), raw: Buffer.from('Subject: A') };
  const readable = () => ({ subject: 'A', text });
  const outcome = await connection.send({ ...raw, to: 'thandi@example.org', readable });
  assert.deepEqual(outcome, { kind: 'sent', isCaptured: true });
  assert.notEqual((await connection.send({ ...raw, to: 'nobody', readable })).kind, 'sent');
  assert.deepEqual(captured, [{ subject: 'A', text }]);
});

test('an outbox that cannot be written to is a temporary failure', async () => {
  const outboxDir = join(import.meta.filename, 'outbox');
  const transport = openTransport({ smtpUrl: null, outboxDir, log });
  assert.equal((await transport.send(mail())).kind, 'temporary');
});

test('captured mail is one log line with its subject and links', () => {
  const written: string[] = [];
  logCaptured(pino({}, { write: (line: string) => written.push(line) }))(message);
  const line = JSON.parse(written[0]!) as Record<string, unknown>;
  assert.equal(line['subject'], message.subject);
  assert.deepEqual(line['links'], ['https://example.org/a?b=c']);
});
