import type { Progress } from '#server/platform/backup/write-backup.ts';

const everyMs = 200;
/** In a log file, where a line cannot be replaced. */
const everyMsInLog = 10_000;

/** Shows one line that changes, or a line from time to time if the output goes to a file. */
export function openProgressLine(verb: string) {
  const { stderr } = process;
  let last = performance.now();
  return {
    show: ({ rows, ofRows }: Progress): void => {
      const now = performance.now();
      if (now - last < (stderr.isTTY ? everyMs : everyMsInLog)) return;
      last = now;
      // The total is an estimate.
      const of = ofRows > rows ? ` of about ${count(ofRows)}` : '';
      stderr.write(
        `${stderr.isTTY ? '\r' : ''}${verb} ${count(rows)}${of} rows${stderr.isTTY ? '   ' : '\n'}`,
      );
    },
    end: (): void => {
      if (stderr.isTTY) stderr.write(`\r${' '.repeat(70)}\r`);
    },
  };
}

/** `12,345`. */
export function count(number: number): string {
  return Math.round(number).toLocaleString('en');
}

/** `12.3 MB`. */
export function size(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
