export interface Count {
  passed: number;
  failed: number;
}

const nodeLine = /^ℹ (tests|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;
const playwrightLine =
  /^\s+\d+ (passed|failed|flaky|skipped|interrupted|did not run)\b( \([\d.]+\w+\))?$/;

/** The lines in which Node's runner or Playwright sums up its run, as it wrote them. */
export function closingLines(output: string): string[] {
  return output.split('\n').filter((line) => nodeLine.test(line) || playwrightLine.test(line));
}

/** A test that was broken off or never ran has not passed, and counts as failed. */
export function countIn(output: string): Count {
  const lines = closingLines(output).join('\n');
  return {
    passed: sumOf(lines, [/^ℹ pass (\d+)/gm, /(\d+) (?:passed|flaky)/g]),
    failed: sumOf(lines, [/^ℹ (?:fail|cancelled) (\d+)/gm, /(\d+) (?:failed|inter|did not)/g]),
  };
}

function sumOf(text: string, forms: RegExp[]): number {
  return forms
    .flatMap((form) => [...text.matchAll(form)])
    .reduce((sum, match) => sum + Number(match[1]), 0);
}
