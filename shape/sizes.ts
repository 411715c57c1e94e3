import { lineCount, type Source } from './sources.ts';

/** The first that fits gives a file's limit. */
const limits: { what: string; fits: RegExp; below: number }[] = [
  { what: 'a test', fits: /\.(test|story)\.tsx?$/, below: 300 },
  { what: 'a contract file', fits: /^contract\//, below: 200 },
  { what: 'a routes file', fits: /(^|\/)routes\.ts$/, below: 200 },
  { what: 'a page or form', fits: /^web\/.*\.tsx$/, below: 250 },
  { what: 'a verb', fits: /./, below: 150 },
];

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
