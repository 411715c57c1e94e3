import { setPriority } from 'node:os';

/** What the application asks this process to do. `next` asks for the next value. */
export type ReaderRequest = { module: string; task: unknown } | 'next';

export type ReaderReply =
  | { value: unknown }
  | 'done'
  /** The name of the error's class, and its message. */
  | { error: string; message: string };

/** A module that a reader process runs exports this. */
export interface ReaderModule {
  read: (task: never) => AsyncIterable<unknown>;
}

// Requests and payments go first.
setPriority(5);
// The application is gone.
process.on('disconnect', () => process.exit());

let values: AsyncIterator<unknown> | null = null;

process.on('message', (request: ReaderRequest) => void answer(request));

async function answer(request: ReaderRequest): Promise<void> {
  const reply = await step(request).catch((error: unknown): ReaderReply => {
    values = null;
    const { constructor, message } = error as Error;
    return { error: constructor.name, message };
  });
  process.send?.(reply);
}

async function step(request: ReaderRequest): Promise<ReaderReply> {
  if (request !== 'next') {
    const { read } = (await import(request.module)) as ReaderModule;
    values = read(request.task as never)[Symbol.asyncIterator]();
  }
  const next = await values?.next();
  return next?.done === false ? { value: next.value } : 'done';
}
