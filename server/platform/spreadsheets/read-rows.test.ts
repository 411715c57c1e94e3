import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { columnLetters } from '#contract/imports/file-texts.ts';
import { withFile } from '#test/support/imports/read-file.ts';
import { rowsOf, workbookOf } from '#test/support/imports/spreadsheets.ts';
import { recogniseFile } from './recognise-file.ts';
import { readRows } from './read-rows.ts';

const cells = Array.from({ length: 20 }, (_, column) => `Heading ${columnLetters(column)}`);
const large = Array.from({ length: 10_000 }, (_, row) => [...cells.slice(1), row]);
const files = {
  csv: [cells, ...large].map((row) => row.join(',')).join('\r\n'),
  xlsx: workbookOf({ rows: rowsOf([cells, ...large]) }),
};

/** Of this thread alone, so that other work on the machine does not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

for (const [format, file] of Object.entries(files)) {
  test(`10,000 rows of 20 columns (${format}) block other requests for less than 50 ms at a time`, async () => {
    await withFile(file, async (path) => {
      const { settings } = await recogniseFile(path);
      const reading = { isDone: false };
      const turns: number[] = [];
      const watching = (async () => {
        for (let last = cpuMs(); !reading.isDone; last = cpuMs()) {
          await setImmediate();
          turns.push(cpuMs() - last);
        }
      })();
      let count = 0;
      for await (const row of readRows(path, settings)) count += row.cells.length / 20;
      reading.isDone = true;
      await watching;
      assert.equal(count, 10_000);
      // The memory of earlier tests may be collected in one of them.
      const longest = turns.toSorted((one, other) => other - one).slice(0, 3);
      assert.ok((longest[2] ?? 0) < 50, `${longest.join(', ')} ms`);
    });
  });
}
