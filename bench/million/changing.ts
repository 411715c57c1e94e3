import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Office } from '../office.ts';
import { watchMemory } from '../memory.ts';
import type { startCounter } from '../mail-counter.ts';
import { readingOf } from '../process-memory.ts';
import { describeWaits, read, send, timed } from './calls.ts';

/** What an administrator waits for while the application works: pages of the members list. */
async function whilePagesAreRead<T>(office: Office, run: () => Promise<T>) {
  const watch = watchMemory(() => readingOf(office.pid));
  const waits: number[] = [];
  const ending = new AbortController();
  const reading = (async () => {
    while (!ending.signal.aborted) {
      const page = { method: 'POST', path: '/members/search', body: { pageSize: 20 } } as const;
      waits.push((await timed(async () => (await send(office, page)).arrayBuffer())).ms);
      await setTimeout(100);
    }
  })();
  const { ms, result } = await timed(run).finally(() => ending.abort());
  await reading;
  const { table, peakMegabytes, memoryRatio } = watch.stop();
  console.log(table);
  console.log(
    `pages of the list at the same time: ${describeWaits(waits)}; memory ${peakMegabytes} MB at the peak, last quarter to the second ${memoryRatio}`,
  );
  return { seconds: ms / 1000, result };
}

/** A worker joins, which starts with the daily run. The queue knows when it began and ended. */
export async function measureDailyRun(
  office: Office,
  startWorker: () => ChildProcess,
): Promise<void> {
  const before = await countReminders(office);
  const { rows: clock } = await sql<{ now: Date }>`SELECT now()`.execute(office.db);
  const worker = startWorker();
  const watched = { ...office, pid: worker.pid ?? 0 };
  const { result } = await whilePagesAreRead(watched, async () => {
    for (;;) {
      await setTimeout(200);
      const { rows } = await sql<{ seconds: number }>`
        SELECT extract(epoch FROM completed_on - started_on)::float AS seconds FROM pgboss.job
        WHERE name = 'run-day' AND state = 'completed' AND started_on > ${clock[0]?.now}`.execute(
        office.db,
      );
      if (rows[0]) return rows[0].seconds;
    }
  });
  const ended = once(worker, 'exit');
  worker.kill('SIGTERM');
  await ended;
  const count = (await countReminders(office)) - before;
  console.log(`daily run: ${result.toFixed(1)} s, ${count} reminders`);
}

async function countReminders({ db }: Office): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM reminders`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Renews the members who are due, a tenth of all. */
export async function measureRenewals(office: Office, seconds: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM member_statuses WHERE name = 'Due for Renewal'`.execute(office.db);
  const body = { sendAll: true, filters: { memberStatusID: rows[0]?.id } };
  const preview = await timed(() =>
    read<object>(office, { method: 'POST', path: '/members/preview-renewals', body }),
  );
  console.log(`preview of renewals: ${(preview.ms / 1000).toFixed(1)} s`, preview.result);
  const renewing = send(office, { method: 'POST', path: '/members/send-renewals', body });
  const over = new AbortController();
  void renewing.catch(() => {}).finally(() => over.abort());
  await whilePagesAreRead(office, async () => {
    const end = performance.now() + seconds * 1000;
    const start = performance.now();
    while (!over.signal.aborted && performance.now() < end) {
      await setTimeout(10_000, undefined, over).catch(() => {});
      const [run] = await read<{ done: number; total: number; created: number }[]>(office, {
        method: 'GET',
        path: '/renewals',
      });
      const passed = (performance.now() - start) / 1000;
      console.log(
        `${passed.toFixed(0)} s: ${run?.done} of ${run?.total} members, ${run?.created} invoices, ${((run?.done ?? 0) / passed).toFixed(0)} a second`,
      );
    }
  });
}

interface Progress {
  id: string;
  totalCount: number;
  totalCountProcessed: number;
}

const show = (name: string, ms: number) => console.log(`${name}: ${(ms / 1000).toFixed(2)} s`);

/** A draft of a bulk email to all members, and what its author looks at. Returns its path. */
export async function measureDraft(office: Office): Promise<string> {
  const [list] = await read<{ id: string }[]>(office, {
    method: 'GET',
    path: '/communication/lists',
  });
  const content = `<h2>News</h2>${'<p>Dear {{FirstName}}, the rain came early this year and the river is full.</p>'.repeat(20)}`;
  const form = { communicationListId: list?.id, subject: 'News for {{FirstName}}', content };
  const created = await timed(() =>
    read<Progress>(office, { method: 'POST', path: '/bulkemails', body: form }),
  );
  show('bulk email created', created.ms);
  const path = `/bulkemails/${created.result.id}`;
  const preview = (body: object) =>
    read(office, { method: 'POST', path: '/bulkemails/preview', body: { ...form, ...body } });
  show('preview', (await timed(() => preview({}))).ms);
  show('preview of the 500,001st', (await timed(() => preview({ index: 500_000 }))).ms);
  show('preview of a found name', (await timed(() => preview({ find: 'mudau' }))).ms);
  const count = () => read(office, { method: 'GET', path: `${path}/recipients/count` });
  show('number of recipients', (await timed(count)).ms);
  return path;
}

/** From the draft to the first minutes of sending. */
export async function measureBulkEmail(
  office: Office,
  counter: Awaited<ReturnType<typeof startCounter>>,
  seconds: number,
): Promise<void> {
  const path = await measureDraft(office);
  const get = () => read<Progress>(office, { method: 'GET', path });
  await whilePagesAreRead(office, async () => {
    const process = () => read<Progress>(office, { method: 'POST', path: `${path}/process` });
    const processed = await timed(process);
    show(`${processed.result.totalCount} recipients stored`, processed.ms);
  });
  await whilePagesAreRead(office, async () => {
    const start = performance.now();
    const polls: number[] = [];
    while (performance.now() - start < seconds * 1000) {
      await setTimeout(2000);
      const { ms, result } = await timed(get);
      polls.push(ms);
      if (polls.length % 10 === 0)
        console.log(
          `${((performance.now() - start) / 1000).toFixed(0)} s: ${result.totalCountProcessed} of ${result.totalCount}`,
        );
    }
    const passed = (performance.now() - start) / 1000;
    const { arrived } = await counter.count();
    console.log(
      `${arrived} mails in ${passed.toFixed(0)} s: ${(arrived / passed).toFixed(0)} a second; progress: ${describeWaits(polls)}`,
    );
  });
  const recipients = { method: 'POST', path: `${path}/recipients/search`, body: {} } as const;
  show('list of recipients', (await timed(() => read(office, recipients))).ms);
  show(
    'list of bulk emails',
    (await timed(() => read(office, { method: 'POST', path: '/bulkemails/search', body: {} }))).ms,
  );
}
