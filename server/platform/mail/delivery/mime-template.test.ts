import assert from 'node:assert/strict';
import { test } from 'node:test';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime from 'postal-mime';
import { compose, type MailHeaders } from './envelope.ts';
import { openMimeTemplate, type ValueOf } from './mime-template.ts';

const longLink = `https://example.org/${'a'.repeat(300)}?token=`;
const pdf = {
  filename: 'Jahresübersicht 2027.pdf',
  content: Buffer.from('%PDF-1.7 '.repeat(500)),
  contentType: 'application/pdf',
};

/** In each text, every second part is a name. */
const texts: Record<string, string[]> = {
  'one line': ['Hello ', 'name', '!'],
  'nothing but values': ['', 'name', '', 'token', ''],
  'no values': ['Hello\nand goodbye\n'],
  'lines that begin with dots': ['.\n..\n.hidden\n', 'dots', '\n.', 'name', '\n.\n'],
  'long links': [`See ${longLink}`, 'token', `" and ${longLink}`, 'token', ''],
  'alphabets and symbols': ['Ngũgĩ = 😀 ', 'name', ' – Ṱhilivhali 100 % =3D =\n', 'name', ''],
  'spaces at the ends of lines': ['a \n ', 'name', ' \t\n', 'empty', ' \nend  '],
  'other line breaks': ['a\r\nb\nc\n\n\n', 'name', '\r\n\r\n'],
  'a line that is full where a value begins': ['x'.repeat(76), 'name', 'y'.repeat(75), 'token', ''],
  'long lines': ['Ṱ'.repeat(500), 'name', 'word '.repeat(500)],
};

const people: Record<string, string>[] = [
  { name: 'Thandi', token: '0f1e', dots: '.', empty: '' },
  {
    name: 'Ṱhilivhali Ngũgĩ-Łukasiewicz 😀 = "a" <b>',
    token: 'x'.repeat(90),
    dots: '..',
    empty: '',
  },
  { name: '', token: 'é'.repeat(80), dots: '.dot.', empty: '' },
];

function headersFor({ name = '', token = '' }: Record<string, string>): MailHeaders {
  return {
    messageId: `${Buffer.from(token).toString('hex')}@members.example.org`,
    date: new Date('2027-03-10T08:00:00Z'),
    from: { name: 'Vrienden, van “Waterberg”', address: 'office@example.org', replyTo: 'r@a.org' },
    to: { name: `${name} Dlamini`, address: 'thandi@example.org' },
    subject: `${name}: Nüws 😀 ${'long words '.repeat(20)}`,
    unsubscribeUrl: `https://members.example.org/unsubscribe?token=${encodeURIComponent(token)}`,
  };
}

const join = (parts: string[], valueOf: ValueOf) =>
  parts.map((part, place) => (place % 2 === 0 ? part : valueOf(part))).join('');

/** What a mail program shows. The boundaries differ, and so does the encoding of the parts. */
async function parsed(raw: Buffer) {
  const { headers, attachments, ...mail } = await PostalMime.parse(raw, {
    attachmentEncoding: 'utf8',
  });
  return {
    ...mail,
    // The last line break belongs to the boundary, in one encoding or the other.
    text: mail.text?.replace(/\n$/, ''),
    html: mail.html?.replace(/\n$/, ''),
    headerLines: undefined,
    attachments: attachments.map((one) => [one.filename, one.mimeType, one.content]),
    headers: headers.map(({ key, value }) => [key, value.replace(/boundary=.*/, '')]),
  };
}

for (const [what, parts] of Object.entries(texts)) {
  for (const attachments of [[], [pdf]]) {
    test(`${what}, with ${attachments.length} attachments: reads like nodemailer's own mail`, async () => {
      const html = ['<p>', 'name', `</p>\n${parts[0]}`, ...parts.slice(1)];
      const template = await openMimeTemplate({ text: parts, html, attachments });
      for (const person of people) {
        const values = {
          text: (name: string) => person[name] ?? '',
          html: (name: string) => `<i>${person[name]}</i>`,
        };
        const headers = headersFor(person);
        const raw = template.build(headers, values);
        const message = {
          subject: headers.subject,
          text: join(parts, values.text),
          html: join(html, values.html),
          attachments,
        };
        const own = await new MailComposer(compose({ ...headers, message })).compile().build();
        assert.deepEqual(await parsed(raw), await parsed(own));
        assertWellFormed(raw.toString('latin1'));
      }
    });
  }
}

/** RFC 5322 and 2045: only ASCII, only CRLF, and no line longer than 76 characters. */
function assertWellFormed(raw: string): void {
  assert.doesNotMatch(raw, /[^\r\n\t\x20-\x7e]/);
  assert.doesNotMatch(raw.replaceAll('\r\n', ''), /[\r\n]/);
  const body = raw.slice(raw.indexOf('\r\n\r\n'));
  for (const line of body.split('\r\n')) assert.ok(line.length <= 76, line);
}

test('nothing of one recipient is in the mail of the next', async () => {
  const parts = ['Dear ', 'name', '\nhttps://example.org/?token=', 'token', '\n'];
  const template = await openMimeTemplate({ text: parts, html: parts, attachments: [pdf] });
  const names = ['anna', 'bongani', 'carol'];
  for (const name of [...names, ...names]) {
    const headers: MailHeaders = {
      ...headersFor({ name, token: name }),
      messageId: `${name}@members.example.org`,
      to: { name, address: `${name}@example.org` },
    };
    const raw = template.build(headers, { text: () => name, html: () => name }).toString();
    assert.equal(raw.split(name).length - 1, 9, 'Subject, To twice, id, link, each part twice');
    for (const other of names) assert.equal(raw.includes(other), other === name);
  }
});
