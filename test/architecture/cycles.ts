import { platformFolders } from './layers.ts';
import { importsOf, isTest, type Source } from './sources.ts';

/** Import cycles among the folders of server/platform/. The order of the features excludes other cycles. */
export function platformCycles(sources: Source[]): string[] {
  const imports = new Map(platformFolders.map((name) => [name, new Set<string>()]));
  for (const { from, file } of sources.filter(({ path }) => !isTest(path)).flatMap(importsOf)) {
    const [importer, imported] = [folderOf(from), folderOf(file)];
    if (importer && imported && importer !== imported) imports.get(importer)?.add(imported);
  }
  const cycle = firstCycle(imports);
  return cycle
    ? [`server/platform/: ${cycle.join(' -> ')}: pass what is needed as an argument`]
    : [];
}

function folderOf(path: string | null): string | null {
  const [top, area, name = ''] = path?.split('/') ?? [];
  return top === 'server' && area === 'platform' && platformFolders.includes(name) ? name : null;
}

function firstCycle(imports: Map<string, Set<string>>): string[] | null {
  for (const start of imports.keys()) {
    const cycle = pathBackTo(start, [start], imports);
    if (cycle) return cycle;
  }
  return null;
}

function pathBackTo(
  start: string,
  path: string[],
  imports: Map<string, Set<string>>,
): string[] | null {
  for (const next of imports.get(path.at(-1) ?? '') ?? []) {
    if (next === start) return [...path, start];
    const cycle = path.includes(next) ? null : pathBackTo(start, [...path, next], imports);
    if (cycle) return cycle;
  }
  return null;
}
