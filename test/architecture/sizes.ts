import { posix } from 'node:path';
import { isTest, lineCount, type Source } from './sources.ts';

/** Upper bounds only. A file that does one thing may be as short as it is. */
const mostLines = 250;
const mostLinesOfAPage = 300;
const mostFiles = 25;

/** Paths of files or folders, and why they may be larger. */
type Reasons = Record<string, string>;

export function longFilesIn(sources: Source[], reasons: Reasons): string[] {
  const long = sources.filter(
    (source) => !isTest(source.path) && lineCount(source) > limitOf(source.path),
  );
  return [
    ...long
      .filter(({ path }) => !(path in reasons))
      .map((source) => {
        const { path } = source;
        const size = `${lineCount(source)} lines, more than ${limitOf(path)}`;
        return `${path} has ${size}: split it by what it does`;
      }),
    ...needless(
      reasons,
      long.map(({ path }) => path),
    ),
  ];
}

function limitOf(path: string): number {
  return /^web\/.*\.tsx$/.test(path) ? mostLinesOfAPage : mostLines;
}

export function crowdedFoldersIn(sources: Source[], reasons: Reasons): string[] {
  const counts = new Map<string, number>();
  for (const { path } of sources.filter((source) => !isTest(source.path))) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const crowded = [...counts].filter(([, count]) => count > mostFiles);
  return [
    ...crowded
      .filter(([folder]) => !(folder in reasons))
      .map(([folder, count]) => `${folder} has ${count} files, more than ${mostFiles}: divide it`),
    ...needless(
      reasons,
      crowded.map(([folder]) => folder),
    ),
  ];
}

function needless(reasons: Reasons, needed: string[]): string[] {
  return Object.keys(reasons)
    .filter((path) => !needed.includes(path))
    .map(
      (path) =>
        `${path} no longer needs an exception: remove it from test/architecture/exceptions.ts`,
    );
}
