import type { TestEvent } from 'node:test/reporters';
import { noteSeconds } from './file-seconds.ts';

/** A reporter of Node's test runner that only notes the seconds of each test file. */
// oxlint-disable-next-line import/no-default-export, require-yield -- Node loads reporters by it; it prints nothing
export default async function* noteFiles(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    const isEnd = type === 'test:pass' || type === 'test:fail';
    if (!isEnd || !data.name.endsWith('.test.ts')) continue;
    noteSeconds({ file: data.name, seconds: data.details.duration_ms / 1000 });
  }
}
