/**
 * How long a search of everything takes, one after the other, as people type: node bench/global-search.ts
 * [members]. Exits 1 when a median is over 50 ms.
 */
import { searchEverything } from '#contract/global-search/endpoints.ts';
import { openOffice } from './office.ts';

const members = Number(process.argv[2] ?? 100_000);
const rounds = 60;
const longestMs = 50;

/** What is typed. The rare ones have few matches, the others thousands. */
const searches = {
  'first name and last name': 'zoë ncube',
  'common last name': 'dlamini',
  'two letters': 'an',
  'town or street': 'acacia road',
  email: '54321.',
  phone: '0821234',
  'membership number': '54321',
  reference: 'INV-54321',
  amount: 'R450',
  nothing: 'nobodyatall',
};

const office = await openOffice(members);
try {
  for (const [name, text] of Object.entries(searches)) {
    const times: number[] = [];
    for (let n = 0; n < rounds; n += 1) times.push(await timeOf(text));
    // The first five warm up.
    const sorted = times.slice(5).toSorted((one, other) => one - other);
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
    if (at(0.5) > longestMs) process.exitCode = 1;
    console.log(`${name.padEnd(26)} p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms`);
  }
} finally {
  await office.close();
}

async function timeOf(text: string): Promise<number> {
  const before = performance.now();
  const reply = await fetch(`http://127.0.0.1:${office.port}/api${searchEverything.path}`, {
    method: searchEverything.method,
    headers: { authorization: `Bearer ${office.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  await reply.text();
  if (!reply.ok) throw new Error(`Searching for ${text} was answered ${reply.status}.`);
  return performance.now() - before;
}
