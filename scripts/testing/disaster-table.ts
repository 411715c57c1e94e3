import type { TestEvent } from 'node:test/reporters';

interface Row {
  outcome: string;
  counts: Record<string, number | string>;
}

/** A reporter of Node's test runner: what each disaster has counted, and why one failed or did not run. */
// oxlint-disable-next-line import/no-default-export -- Node loads reporters by it
export default async function* disasterTable(
  source: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  const rows = new Map<string, Row>();
  const rowOf = (name: string) => {
    const row = rows.get(name) ?? { outcome: '', counts: {} };
    rows.set(name, row);
    return row;
  };
  for await (const { type, data } of source) {
    if (type === 'test:diagnostic' && data.message.startsWith('{"disaster":')) {
      const { disaster, counts } = JSON.parse(data.message) as Row & { disaster: string };
      rowOf(disaster).counts = counts;
    } else if (type === 'test:pass') {
      rowOf(data.name).outcome = data.skip === undefined ? 'passed' : String(data.skip);
      yield `${data.name}: ${rowOf(data.name).outcome}\n`;
    } else if (type === 'test:fail') {
      rowOf(data.name).outcome = 'FAILED';
      yield `${data.name}: FAILED\n${String(data.details.error.cause ?? data.details.error)}\n`;
    }
  }
  yield '\n| disaster | outcome | counts |\n| --- | --- | --- |\n';
  for (const [name, { outcome, counts }] of rows) {
    const list = Object.entries(counts).map(([what, count]) => `${what}: ${count}`);
    yield `| ${name.replace(' @full', '')} | ${outcome} | ${list.join(', ')} |\n`;
  }
}
