import { relative } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { noteSeconds } from './file-seconds.ts';

/** A reporter of Playwright that only notes the seconds of each test file. */
// oxlint-disable-next-line import/no-default-export -- Playwright loads reporters by it
export default class NoteFiles implements Reporter {
  readonly #seconds = new Map<string, number>();

  onTestEnd({ location }: TestCase, { duration }: TestResult): void {
    const file = relative(process.cwd(), location.file);
    this.#seconds.set(file, (this.#seconds.get(file) ?? 0) + duration / 1000);
  }

  onEnd(): void {
    for (const [file, seconds] of this.#seconds) noteSeconds({ file, seconds });
  }

  printsToStdio(): boolean {
    return false;
  }
}
