import { globSync, statSync } from 'node:fs';

const nodeFolders = '{contract,server,test,scripts,web}';
const isStory = (path: string) => path.endsWith('.e2e.ts');
const isTest = (path: string) => path.endsWith('.test.ts') || isStory(path);

/** Which files Node's runner gets and which Playwright gets; all of them when none is named. */
export function chooseTests(named: string[]): { nodeTests: string[]; stories: string[] } {
  const patterns =
    named.length > 0
      ? named.map(patternOf)
      : [`${nodeFolders}/**/*.test.ts`, 'test/e2e/**/*.e2e.ts'];
  const files = patterns.flatMap((pattern) => globSync(pattern)).filter(isTest);
  if (named.length > 0 && files.length === 0) {
    console.error(`There is no *.test.ts or *.e2e.ts at ${named.join(', ')}.`);
    process.exit(1);
  }
  const unique = [...new Set(files)].toSorted();
  return {
    nodeTests: unique.filter((path) => !isStory(path)),
    stories: unique.filter(isStory),
  };
}

function patternOf(name: string): string {
  const isFolder = statSync(name, { throwIfNoEntry: false })?.isDirectory();
  return isFolder ? `${name.replace(/\/$/, '')}/**/*.{test,e2e}.ts` : name;
}
