import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import PostalMime from 'postal-mime';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { drafted, postTo, sendAll } from '#test/support/mail/bulk.ts';
import { registered } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { processBulkEmail } from '../sending/process-bulk-email.ts';
import { sendDue } from '../sending/send-due.ts';
import { readBulkEmail } from '../queries.ts';
import { attacks } from './hostile-strings.ts';
import { mailHtml } from './mail-html.ts';
import { mailText } from './mail-text.ts';
import { sanitise } from './sanitise.ts';

const app = await openTestApp();
const server = await openMailServer();
after(() => server.close());

/** The only tags, attributes and URLs that are allowed in a mail's content. */
function assertHarmless(html: string, what: string): void {
  const tags = [...html.matchAll(/<\/?([^\s>/]+)([^>]*)>/g)];
  for (const [whole, name = '', rest = ''] of tags) {
    assert.match(name, /^(p|br|strong|em|u|s|a|h[123]|blockquote|ol|ul|li)$/, `${what}: ${whole}`);
    const attributes = [...rest.matchAll(/([^\s=/"]+)="([^"]*)"/g)];
    assert.equal(rest.replaceAll(/[^\s=/"]+="[^"]*"/g, '').replaceAll(/[\s/]/g, ''), '', whole);
    for (const [, attribute = '', value = ''] of attributes) {
      assert.match(attribute, /^(href|class|style|data-list)$/, `${what}: ${whole}`);
      if (attribute === 'href') assert.match(value, /^(https?:\/\/|mailto:|tel:)/i, whole);
      if (attribute === 'class') assert.match(value, /^(ql-[a-z]+-\w+ ?)+$/, whole);
      if (attribute === 'style') assert.doesNotMatch(value, /url|expression|import|[<>\\]/i, whole);
    }
  }
  assert.doesNotMatch(html.replaceAll(/<[^>]*>/g, ''), /<\w/, what);
}

test('as many tags as the contract takes are read in a moment, whatever their depth', () => {
  const start = performance.now();
  const text = mailText(`${'<b><i>'.repeat(10_000)}x`);
  assert.equal(text, 'x');
  assert.ok(performance.now() - start < 2000);
});

test(`${attacks.length} attempts to inject a script leave nothing executable`, () => {
  assert.ok(attacks.length >= 100);
  for (const attack of attacks) {
    assertHarmless(sanitise(attack), attack);
    assertHarmless(mailHtml(attack), attack);
    assert.equal(sanitise(sanitise(attack)), sanitise(attack), attack);
    assert.doesNotThrow(() => mailText(attack));
  }
});

test('the editor’s output is not changed', () => {
  const written = [
    '<h1>Title</h1><h2 class="ql-align-center">Middle</h2><h3>Small</h3>',
    '<p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s><br /></p>',
    '<p class="ql-indent-2 ql-align-right">in</p><blockquote>said</blockquote>',
    '<ol><li data-list="ordered">one</li><li data-list="bullet" class="ql-indent-1">dot</li></ol>',
    '<ul><li>dot</li></ul><p><a href="https://example.org/a?b=c&amp;d=1">link</a></p>',
    '<p><a href="mailto:a@example.org">mail</a> <a href="tel:+27821234567">call</a></p>',
  ];
  for (const html of written) assert.equal(sanitise(html), html);
});

test('the HTML part has proper lists, and the text part has no markup', () => {
  const content =
    '<p>Dear &amp; near</p><ol><li data-list="bullet">a</li><li data-list="ordered">b</li></ol>' +
    '<ol><li>c</li><li>d</li></ol><p><a href="https://example.org/">here</a><br />end</p>';
  assert.match(mailHtml(content), /<ul style="[^"]*"><li style="[^"]*">a<\/li><\/ul><ol/);
  assert.equal(
    mailText(content),
    'Dear & near\n\n- a\n\n1. b\n\n1. c\n2. d\n\nhere (https://example.org/)\nend',
  );
});

test('a name cannot inject anything: the raw mail has one recipient, one header each and no script', async () => {
  const evil = 'X{{LastName}}<script>alert(1)</script>"><img src=x onerror=alert(1)>';
  await registered(app, { firstName: evil, lastName: 'javascript:alert(1)' });
  // Bypasses the contract's validation.
  await app.db
    .updateTable('members')
    .set({ title: 'Ms\r\nBcc: all@example.org\r\n\r\n<script>' })
    .execute();
  const id = await drafted(app, {
    subject: '{{Title}} {{FirstName}}',
    title: '{{FirstName}}',
    content:
      '<p>{{FirstName}} <a href="https://x/{{LastName}}">a</a> <a href="{{LastName}}">b</a></p>',
  });
  assert.doesNotMatch((await readBulkEmail(app.db, id)).content, /href/);
  await processBulkEmail(app.ctx(), id);
  const { sentCount } = await sendAll(app, postTo(app, server.url), id);
  assert.equal(sentCount, 1);
  const [arrived] = server.arrived;
  assert.deepEqual(arrived?.to, ['thandi@example.org']);
  const mail = await PostalMime.parse(arrived?.raw ?? '');
  const keys = mail.headers.map(({ key }) => key);
  assert.ok(!keys.includes('bcc'));
  assert.deepEqual(keys.toSorted(), [...new Set(keys)].toSorted(), 'each header once');
  assert.equal(mail.to?.length, 1);
  assert.equal(mail.subject, `Ms Bcc: all@example.org <script> ${evil}`);
  assert.doesNotMatch(mail.html ?? '', /<(script|img)/i);
  assert.match(mail.html ?? '', /X\{\{LastName\}\}&lt;script&gt;/);
});

test(`${attacks.length} hostile bulk emails have one recipient, one header each and nothing executable`, async () => {
  await app.db.updateTable('members').set({ first_name: 'Thandi', title: 'Ms' }).execute();
  server.arrived.length = 0;
  for (const attack of attacks) {
    const id = await drafted(app, { subject: 'News', content: '<p>Hello</p>' });
    // Bypasses the sanitising on save.
    const content = `<p>Hello</p>${attack.replaceAll('{{', '').replaceAll('\u0000', '')}`;
    await app.db.updateTable('bulk_emails').set({ content }).where('id', '=', id).execute();
    await processBulkEmail(app.ctx(), id);
  }
  const deps = postTo(app, server.url);
  while (server.arrived.length < attacks.length) await sendDue(deps);
  assert.equal(server.arrived.length, attacks.length);
  for (const [place, { to, raw }] of server.arrived.entries()) {
    const what = attacks[place] ?? '';
    const { headers, html = '', subject } = await PostalMime.parse(raw);
    assert.deepEqual([to, subject], [['thandi@example.org'], 'News'], what);
    const keys = headers.map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length, what);
    assert.doesNotMatch(html, /<(script|img|svg|iframe|object|embed|form|base|math|video)/i, what);
    assert.doesNotMatch(html, /<[^>]*\s(on\w+|srcdoc|formaction)\s*=/i, what);
    assert.doesNotMatch(html, /href="?'?\s*(?!https?:|mailto:|tel:)[^"'\s>]/i, what);
  }
});
