import { importsOf, isTest, type Source } from './sources.ts';

/** Files that import each other in a circle, types included. Code that comes later by `import()` does not count. */
export function fileCycles(sources: Source[]): string[] {
  const imports = new Map(
    sources
      .filter(({ path }) => !isTest(path))
      .map((source) => [
        source.path,
        importsOf(source).flatMap(({ file, isLater }) => (file === null || isLater ? [] : file)),
      ]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];

  function follow(path: readonly string[]): void {
    const file = path.at(-1) ?? '';
    for (const next of imports.get(file) ?? []) {
      const start = path.indexOf(next);
      if (start >= 0) {
        const cycle = [...path.slice(start), next].join(' -> ');
        cycles.push(`${cycle}: move what both need into a file of its own`);
      } else if (!done.has(next)) follow([...path, next]);
    }
    done.add(file);
  }

  for (const file of imports.keys()) if (!done.has(file)) follow([file]);
  return cycles;
}
