/**
 * How soon the rows of the members list are on an administrator's screen, in a Chromium that is not
 * slowed: node bench/first-rows.ts [members] [loads]. Exits 1 when the median is over half a second.
 */
import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/testing/find-chromium.ts';
import { openOffice } from './office.ts';

const members = Number(process.argv[2] ?? 100_000);
const loads = Number(process.argv[3] ?? 9);
const longestMs = 500;

const office = await openOffice(members);
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const first: number[] = [];
  const again: number[] = [];
  // One load to warm up.
  for (let load = 0; load <= loads; load += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.addInitScript((token) => localStorage.setItem('token', token), office.token);
    const page = await context.newPage();
    const rows = async () => {
      await page.goto(`http://127.0.0.1:${office.port}/admin/member`, { waitUntil: 'commit' });
      await page.getByRole('row').nth(1).waitFor();
      return page.evaluate(() => performance.now());
    };
    const [without, cached] = [await rows(), await rows()];
    if (load > 0) {
      first.push(without);
      again.push(cached);
    }
    await context.close();
  }
  report('first visit', first);
  report('with the files in the browser', again);
  process.exitCode = median(first) > longestMs ? 1 : 0;
} finally {
  await browser.close();
  await office.close();
}

function median(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

function report(name: string, times: number[]): void {
  const [least, most] = [Math.min(...times), Math.max(...times)].map((time) => time.toFixed(0));
  console.log(`${name}: rows after ${median(times).toFixed(0)} ms (${least} to ${most})`);
}
