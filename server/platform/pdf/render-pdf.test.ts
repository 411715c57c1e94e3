import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readPdf } from '#test/support/pdf/read-pdf.ts';
import type { PdfContent } from './content.ts';
import { openPdfThreads } from './render-pdf.ts';

type Options = Parameters<typeof openPdfThreads>[0];

function openThreads(options: Options = {}) {
  const threads = openPdfThreads(options);
  after(() => threads.end());
  return threads;
}

function openFailingThreads(options: Options = {}) {
  const file = new URL('../../../test/support/pdf/failing-thread.ts', import.meta.url);
  return openThreads({ file, ...options });
}

async function untilIdle(threads: ReturnType<typeof openPdfThreads>): Promise<void> {
  while (threads.count() > 0) await wait(10);
}

function contentOf(title: string): PdfContent {
  const text = { text: `The text of ${title}` };
  const createdAt = new Date('2026-11-22T10:00:00Z');
  return { title, author: '', createdAt, blocks: [{ kind: 'text', above: 0, text }] };
}

test('documents are drawn by at most two threads, which end when they are idle', async () => {
  const threads = openThreads({ idleMs: 50 });
  assert.equal(threads.count(), 0);
  const titles = Array.from({ length: 6 }, (_, n) => `document ${n}`);
  const pdfs = await Promise.all(titles.map((title) => threads.render(contentOf(title))));
  assert.deepEqual(
    pdfs.flatMap(readPdf),
    titles.map((title) => `The text of ${title}`),
  );
  assert.ok(threads.count() > 0 && threads.count() <= 2);
  await untilIdle(threads);
  assert.ok((await threads.render(contentOf('another'))).length > 0);
});

test('the main thread is free while documents are drawn', async () => {
  const threads = openThreads();
  await threads.render(contentOf('start'));
  // CPU time, not the delay of a timer: other programs on the machine do not change it.
  const before = process.threadCpuUsage();
  await Promise.all(Array.from({ length: 20 }, (_, n) => threads.render(contentOf(`${n}`))));
  const { user, system } = process.threadCpuUsage(before);
  const millisecondsEach = (user + system) / 1000 / 20;
  assert.ok(millisecondsEach < 2, `${millisecondsEach} ms of the main thread for each document`);
});

test('an error is passed on, and the thread draws the next document', async () => {
  const threads = openFailingThreads();
  await assert.rejects(threads.render(contentOf('throw')), /not be rendered\. Cannot draw this/);
  assert.equal((await threads.render(contentOf('next'))).toString(), 'next');
});

test('a thread that hangs is replaced, and documents that wait are drawn', async () => {
  const threads = openFailingThreads({ timeoutMs: 2000 });
  await threads.render(contentOf('start'));
  const hanging = [threads.render(contentOf('hang')), threads.render(contentOf('hang'))];
  await wait(500);
  const waiting = threads.render(contentOf('next'));
  for (const pdf of hanging) await assert.rejects(pdf, /It took longer than 2000 ms/);
  assert.equal((await waiting).toString(), 'next');
});

test('a thread without memory ends, and the next document is drawn', async () => {
  const threads = openFailingThreads();
  const pdf = threads.render(contentOf('exhaust memory'));
  await assert.rejects(pdf, /not be rendered\. .*memory limit/);
  assert.equal((await threads.render(contentOf('next'))).toString(), 'next');
});

test('if threads cannot start, each document fails at once with the reason', async () => {
  const timeoutMs = 5000;
  const threads = openThreads({ file: new URL('missing.ts', import.meta.url), timeoutMs });
  const pdfs = [1, 2, 3].map((n) => threads.render(contentOf(`${n}`)));
  for (const pdf of pdfs) await assert.rejects(pdf, /not be rendered\. Cannot find module/);
  await untilIdle(threads);
  // The end of the time is no second failure.
  await wait(timeoutMs);
});

test('ending stops the threads, and a later document starts new ones', async () => {
  const threads = openThreads();
  await threads.render(contentOf('first'));
  await threads.end();
  assert.equal(threads.count(), 0);
  assert.ok((await threads.render(contentOf('second'))).length > 0);
});
