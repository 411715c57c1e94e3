import type { TestEvent } from 'node:test/reporters';

/** A reporter of Node's test runner: a JSON line for each test file, with the seconds that it took. */
// oxlint-disable-next-line import/no-default-export -- Node loads reporters by it
export default async function* fileSeconds(
  source: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (!data.name.endsWith('.test.ts')) continue;
    const seconds = data.details.duration_ms / 1000;
    yield `${JSON.stringify({ file: data.name, seconds })}\n`;
  }
}
