import { isTest, lineCount, type Source } from './sources.ts';

/** The first that fits gives a file's limit. */
const limits: { what: string; fits: RegExp; below: number }[] = [
  { what: 'a test', fits: /\.(test|story)\.tsx?$/, below: 300 },
  { what: 'a contract file', fits: /^contract\//, below: 200 },
  { what: 'a routes file', fits: /(^|\/)routes\.ts$/, below: 200 },
  { what: 'a page or form', fits: /^web\/.*\.tsx$/, below: 250 },
  { what: 'a verb', fits: /./, below: 150 },
];

const fewest = 3;
const most = 12;

type Reasons = Record<string, string>;

export function longFilesIn(sources: Source[], reasons: Reasons): string[] {
  const long = sources.filter((source) => lineCount(source) >= limitOf(source.path).below);
  return [
    ...long
      .filter(({ path }) => !(path in reasons))
      .map((source) => `${source.path} has ${lineCount(source)} lines; ${advice(source.path)}`),
    ...needless(
      reasons,
      long.map(({ path }) => path),
    ),
  ];
}

export function oddFoldersIn(sources: Source[], reasons: Reasons): string[] {
  const counts = new Map<string, number>();
  for (const { path } of sources.filter((source) => !isTest(source.path))) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const odd = [...counts].filter(([, count]) => count < fewest || count > most);
  return odd
    .filter(([folder]) => !(folder in reasons))
    .map(
      ([folder, count]) => `${folder} holds ${count} files; ${fewest} to ${most} ${askForReason}`,
    );
}

/** The middle length, and the one that nine files of ten stay below. */
export function spread(sources: Source[]): { median: number; ninth: number } {
  const lengths = sources
    .filter(({ path }) => !isTest(path))
    .map(lineCount)
    .toSorted((one, other) => one - other);
  const at = (share: number) => lengths[Math.floor((lengths.length - 1) * share)] ?? 0;
  return { median: at(0.5), ninth: at(0.9) };
}

const askForReason = 'is the rule: move things, or give a reason in shape/exceptions.ts';

function limitOf(path: string) {
  return limits.find(({ fits }) => fits.test(path)) ?? { what: 'a file', below: 150 };
}

function advice(path: string): string {
  const { what, below } = limitOf(path);
  return `${what} stays below ${below}: split it by what it does, or give a reason in shape/exceptions.ts`;
}

function needless(reasons: Reasons, needed: string[]): string[] {
  return Object.keys(reasons)
    .filter((path) => !needed.includes(path))
    .map((path) => `${path} needs no exception any more: take it out of shape/exceptions.ts`);
}
