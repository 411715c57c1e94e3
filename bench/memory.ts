/** What the program holds while it works: a sample a second, and whether it grows. */

interface Sample {
  seconds: number;
  rss: number;
  heap: number;
}

const everyMs = 1000;
const mega = 1e6;
const rowsShown = 20;

export function watchMemory(read: () => { rss: number; heapUsed: number } = process.memoryUsage) {
  const begun = performance.now();
  // A number or three a second: what watches must not be what grows.
  const samples: Sample[] = [];
  function look(): void {
    const { rss, heapUsed } = read();
    samples.push({ seconds: (performance.now() - begun) / 1000, rss, heap: heapUsed });
  }
  look();
  const watch = setInterval(look, everyMs);
  return {
    stop(): Memory {
      clearInterval(watch);
      look();
      return judge(samples);
    },
  };
}

export interface Memory {
  peakMegabytes: number;
  /** The last quarter of the time to the second: the first is for warming up. */
  memoryRatio: number;
  heapRatio: number;
  /** From the second quarter on, by least squares. */
  megabytesAMinute: number;
  heapMegabytesAMinute: number;
  table: string;
}

function judge(samples: Sample[]): Memory {
  const quarter = (from: number, to: number) =>
    samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to));
  const ratioOf = (of: (sample: Sample) => number) =>
    Number((mean(quarter(0.75, 1).map(of)) / mean(quarter(0.25, 0.5).map(of))).toFixed(3));
  const warm = quarter(0.25, 1);
  const slope = (of: (sample: Sample) => number) =>
    Number(((slopeOf(warm, of) * 60) / mega).toFixed(2));
  return {
    peakMegabytes: Math.round(Math.max(...samples.map(({ rss }) => rss)) / mega),
    memoryRatio: ratioOf(({ rss }) => rss),
    heapRatio: ratioOf(({ heap }) => heap),
    megabytesAMinute: slope(({ rss }) => rss),
    heapMegabytesAMinute: slope(({ heap }) => heap),
    table: tableOf(samples),
  };
}

const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

function slopeOf(samples: Sample[], of: (sample: Sample) => number): number {
  const [x, y] = [mean(samples.map(({ seconds }) => seconds)), mean(samples.map(of))];
  const up = samples.reduce((sum, one) => sum + (one.seconds - x) * (of(one) - y), 0);
  const along = samples.reduce((sum, { seconds }) => sum + (seconds - x) ** 2, 0);
  return along === 0 ? 0 : up / along;
}

/** Means over as many spans of the same length. */
function tableOf(samples: Sample[]): string {
  const span = Math.max(1, Math.ceil(samples.length / rowsShown));
  const rows = [];
  for (let from = 0; from < samples.length; from += span) {
    const part = samples.slice(from, from + span);
    const cells = [
      Math.round(part[0]?.seconds ?? 0),
      Math.round(mean(part.map(({ rss }) => rss)) / mega),
      Math.round(mean(part.map(({ heap }) => heap)) / mega),
    ];
    rows.push(cells.map((cell) => String(cell).padStart(8)).join(''));
  }
  return ['  second  rss MB heap MB', ...rows].join('\n');
}
