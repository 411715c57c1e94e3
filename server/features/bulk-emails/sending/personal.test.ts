import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import PostalMime from 'postal-mime';
import { onlyMembers, postTo, rowsOfRun, sendAll, underWay } from '#test/support/mail/bulk.ts';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const server = await openMailServer();
after(() => server.close());

/** As a mail server stores it: dot-stuffing is undone. */
const received = (raw: string) => PostalMime.parse(raw.replaceAll(/^\.\./gm, '.'));

test('each mail has only its own recipient’s link, address, id and name', async () => {
  const count = 60;
  await onlyMembers(app, count);
  const id = await underWay(app, 0, {
    subject: 'News for {{FirstName}}',
    title: '{{FirstName}}, you are number {{MembershipNumber}}',
    content: '<p>Dear {{FirstName}} ({{Email}}),</p><p>.{{FirstName}}</p><p>.</p><p>end</p>',
  });
  await sendAll(app, postTo(app, server.url, { connections: 5 }), id);
  const rows = await rowsOfRun(app, id);
  assert.deepEqual([server.arrived.length, rows.length], [count, count]);
  for (const { to, raw } of server.arrived) {
    const row = rows.find(({ email }) => email === to[0]);
    assert.ok(row);
    const { FirstName, MembershipNumber } = row.replacements;
    const mail = await received(raw);
    const link = `https://members.example.org/unsubscribe?token=${row.id}`;
    const header = (key: string) => mail.headers.find((one) => one.key === key)?.value;
    assert.equal(mail.subject, `News for ${FirstName}`);
    assert.deepEqual(mail.to, [{ name: row.name, address: row.email }]);
    assert.match(mail.messageId ?? '', /^<[0-9a-f]{32}@/);
    assert.ok(!mail.messageId?.includes(row.id), 'the Message-ID is not the token');
    assert.equal(header('list-unsubscribe')?.split('?')[1], `token=${row.id}>`);
    for (const part of [mail.text ?? '', mail.html ?? '']) {
      const tokens = [...part.matchAll(/unsubscribe\?token=([\w-]+)/g)].map(([, token]) => token);
      assert.deepEqual(tokens, [row.id], link);
      assert.ok(part.includes(`Dear ${FirstName} (${row.email}),`));
      assert.ok(part.includes(`${FirstName}, you are number ${MembershipNumber}`));
    }
    assert.match(mail.text ?? '', new RegExp(`\n\\.${FirstName}\n\n\\.\n\nend\n`));
    for (const other of rows) {
      if (other !== row) assert.ok(!raw.includes(other.id) && !raw.includes(other.email));
    }
  }
});
