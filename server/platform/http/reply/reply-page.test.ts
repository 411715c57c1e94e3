import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { searchMembers } from '#contract/members/endpoints.ts';
import { logout } from '#contract/auth/endpoints.ts';
import { searchMemberTypes } from '#contract/member-types/endpoints.ts';
import { endAllSessions } from '#server/features/auth/sessions.ts';
import type { Listing } from '#server/platform/db/lists/listing.ts';
import { ask } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { openTestSite } from '#test/support/app.ts';
import { answeringPages } from './reply-page.ts';

const site = await openTestSite();
const { token, id: adminId } = await naledi(site);

const crew = await Promise.all(
  Array.from({ length: 20 }, (_, n) =>
    registered(site, { lastName: `Before ${n}`, email: `crew${n}@example.org` }),
  ),
);

async function firstPage(): Promise<string> {
  const { status, text } = await ask(site, searchMembers, { body: { pageSize: 100 } }, { token });
  assert.equal(status, 200, text);
  return text;
}

const rename = (db: typeof site.db, id: string, last_name: string) =>
  db.updateTable('members').set({ last_name }).where('id', '=', id).execute();

test('who has written sees it on the next first page, twenty at a time', async () => {
  for (const round of ['one', 'two', 'three', 'four', 'five']) {
    await Promise.all(
      crew.map(async ({ memberId }, n) => {
        await firstPage();
        await rename(site.db, memberId, `Round ${round} ${n}.`);
        assert.ok((await firstPage()).includes(`"Round ${round} ${n}."`), `round ${round}, ${n}`);
      }),
    );
  }
});

test('what is shown beside the members is as new as they are', async () => {
  const name = 'Individual, renamed';
  await firstPage();
  const types = site.db.updateTable('member_types').set({ name });
  await types.where('name', 'like', 'Individual%').execute();
  assert.ok((await firstPage()).includes(name));
});

test('what is being written shows once it is committed, and not before', async () => {
  const { memberId } = crew[0]!;
  await firstPage();
  const writing = await site.db.startTransaction().execute();
  await rename(writing, memberId, 'Committed');
  assert.ok(!(await firstPage()).includes('Committed'));
  assert.ok(!(await firstPage()).includes('Committed'), 'the kept one, too');
  await writing.commit().execute();
  assert.ok((await firstPage()).includes('Committed'));
});

test('an ended session is told nothing, kept or not', async () => {
  const endings = [
    (given: string) => ask(site, logout, {}, { token: given }),
    () => endAllSessions(site.db, site.clock.now(), adminId),
  ];
  for (const end of endings) {
    const ended = await tokenOf(site, adminId);
    const asking = () => ask(site, searchMembers, { body: {} }, { token: ended });
    assert.equal((await asking()).status, 200);
    assert.equal((await asking()).status, 200);
    await end(ended);
    assert.equal((await asking()).status, 401);
  }
});

/** A list whose pages are counted as they are read. */
function counted() {
  const list = {
    reads: 0,
    firstPage: {},
    page: async () => {
      list.reads += 1;
      return { results: [], totalCount: list.reads };
    },
  };
  return list;
}

/** What such a list is answered to an administrator, or to someone else, at one state of the data. */
async function answered(
  answer: ReturnType<typeof answeringPages>,
  list: object,
  asOf: string,
  role = 'Admin',
): Promise<number> {
  let sent = '';
  const reply = {
    type: () => reply,
    send(text: string) {
      sent = text;
      return reply;
    },
  };
  const request = { session: { caller: { role }, asOf } } as FastifyRequest;
  await answer(request, reply as unknown as FastifyReply, list as Listing<object>);
  return (JSON.parse(sent) as { data: { totalCount: number } }).data.totalCount;
}

test('a first page is read once for each state of the data', async () => {
  const answer = answeringPages(searchMemberTypes);
  const list = counted();
  assert.equal(await answered(answer, list, 'one'), 1);
  assert.equal(await answered(answer, list, 'one'), 1);
  assert.equal(await answered(answer, list, 'two'), 2);
  assert.equal(await answered(answer, list, 'two'), 2);
  assert.equal(await answered(answer, list, 'one'), 3, 'and an older one is not gone back to');
});

test('what another list is answered later makes nothing older right again', async () => {
  const answer = answeringPages(searchMemberTypes);
  const [one, other] = [counted(), counted()];
  await answered(answer, one, 'one');
  await answered(answer, other, 'two');
  assert.equal(await answered(answer, one, 'two'), 2);
});

test('only what is the same for all who may see it is kept', async () => {
  const answer = answeringPages(searchMemberTypes);
  const list = counted();
  assert.equal(await answered(answer, list, 'one', 'Member'), 1);
  assert.equal(await answered(answer, list, 'one', 'Member'), 2);
  assert.equal(await answered(answer, list, 'one'), 3);
  assert.equal(await answered(answer, list, 'one', 'Member'), 4);
  const later = { ...list, firstPage: undefined, page: list.page };
  assert.equal(await answered(answer, later, 'one'), 5);
  assert.equal(await answered(answer, later, 'one'), 6);
});

test('a script that asks for every length fills no memory', async () => {
  const answer = answeringPages(searchMemberTypes);
  const first = counted();
  await answered(answer, first, 'one');
  for (let n = 0; n < 50; n += 1) await answered(answer, counted(), 'one');
  assert.equal(await answered(answer, first, 'one'), 2, 'it made room');
});
