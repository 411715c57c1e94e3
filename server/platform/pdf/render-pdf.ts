import { availableParallelism } from 'node:os';
import { Tinypool } from 'tinypool';
import type { PdfContent } from './content.ts';

interface Options {
  /** How long a thread waits for the next document before it ends. */
  idleMs?: number;
  /** For waiting and drawing. */
  timeoutMs?: number;
  /** A module with `drawPdf`. */
  file?: URL;
}

const empty: PdfContent = { title: '', author: '', createdAt: new Date(0), blocks: [] };

/** Threads that draw PDFs. They start with the first document, at most two of them. */
export function openPdfThreads({
  idleMs = 60_000,
  timeoutMs = 30_000,
  file = new URL('draw-pdf.ts', import.meta.url),
}: Options = {}) {
  const pool = new Tinypool({
    filename: file,
    name: 'drawPdf',
    minThreads: 0,
    maxThreads: Math.min(2, availableParallelism()),
    idleTimeout: idleMs,
    // Without a limit the heaps of two threads grow by 200 MB before they are collected.
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
  });
  let startError = '';
  pool.on('error', (error: Error) => {
    startError = error.message;
    pool.cancelPendingTasks();
  });

  function reasonOf({ name, message }: Error): string {
    if (name === 'AbortError') return `It took longer than ${timeoutMs} ms.`;
    return name === 'CancelError' ? startError : message;
  }

  async function render(content: PdfContent): Promise<Buffer> {
    // Ended with the document: the pool fails if one is aborted that it has cancelled before.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeoutMs);
    try {
      const bytes = (await pool.run(content, { signal: limit.signal })) as Uint8Array<ArrayBuffer>;
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (error) {
      // The pool starts a thread for a new document only, not for those that wait for one.
      if (pool.queueSize > 0 && pool.threads.length === 0) pool.run(empty).catch(() => {});
      const reason = reasonOf(error as Error);
      throw new Error(`The PDF could not be rendered. ${reason}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  return { render, count: () => pool.threads.length, end: () => pool.destroy() };
}

const threads = openPdfThreads();

/** Renders in another thread, so that requests are answered in the meantime. */
export function renderPdf(content: PdfContent): Promise<Buffer> {
  return threads.render(content);
}

/** Ends the threads of this process. A later document starts new ones. */
export function endPdfThreads(): Promise<void> {
  return threads.end();
}
