/**
 * One self-registered account and one address make every expensive call again and again, while other
 * people use the application: `node bench/starve.ts [members] [seconds] [people]`. Exits 1 when the p95 of
 * the others is above 250 ms, or when one of them is refused.
 */
import { loadavg } from 'node:os';
import { starve } from '#test/support/starvation/starve.ts';
import { openOffice } from './office.ts';

const [members = 20_000, seconds = 60, people = 20] = process.argv.slice(2).map(Number);
const slowest = 250;

const office = await openOffice(members, { PROCESS: 'all', RATE_LIMITS: 'on', LOG_LEVEL: 'warn' });
try {
  const { quiet, flooded, answers } = await starve({ port: office.port, people, seconds });
  console.table({ 'without the flood': quiet, 'with the flood': flooded });
  for (const what of Object.keys(answers).toSorted()) console.log(`${what}: ${answers[what]}`);
  console.log(`load ${loadavg()[0]?.toFixed(1)}`);
  if (flooded.p95 > slowest) process.exitCode = 1;
} finally {
  await office.close();
}
