import { features, floorFiles, platformFolders } from './layers.ts';
import { importsOf, isTest, type Import, type Source } from './sources.ts';

/** Each rule returns complaints about the sources: the file, and what to do instead. */

export function contractRule(sources: Source[]): string[] {
  return importsIn(sources, 'contract/')
    .filter(({ from }) => !isTest(from))
    .filter(({ file, specifier }) => !file?.startsWith('contract/') && specifier !== 'zod/mini')
    .map((it) => complain(it, 'contract/ is plain zod/mini; move what needs more to its side'));
}

const reach: Record<string, string[]> = {
  contract: ['contract'],
  server: ['server', 'contract'],
  web: ['web', 'contract'],
};

export function sidesRule(sources: Source[]): string[] {
  const sides = ['server', 'web'].flatMap((side) => importsIn(sources, `${side}/`));
  return sides
    .filter(isOutOfReach)
    .map((it) => complain(it, 'code for both sides belongs in contract/'));
}

function isOutOfReach({ from, file, specifier }: Import): boolean {
  const side = firstPart(from);
  if (file === null) return side === 'web' && specifier.startsWith('node:') && !isTest(from);
  if (isTest(from) && file.startsWith('test/support/')) return side === 'web';
  return !reach[side]?.includes(firstPart(file));
}

export function testingRule(sources: Source[]): string[] {
  return sources
    .flatMap(importsOf)
    .filter(({ file }) => file?.startsWith('test/'))
    .filter(({ from }) => !isTest(from) && !/^(test|bench)\//.test(from))
    .map((it) => complain(it, 'test/ is for tests; move what the product needs'));
}

/** A file may import files of the same or a lower rank. Null if its folder is not listed yet. */
function serverRank(path: string): number | null {
  const [, area = '', name = '', ...rest] = path.split('/');
  const top = features.length + 1;
  if (floorFiles.includes(path)) return 0;
  if (area === 'platform') return platformFolders.includes(name) ? 0 : null;
  if (area === 'features') return features.includes(name) ? 1 + features.indexOf(name) : null;
  if (area === 'dev') return top;
  return name === '' && rest.length === 0 ? top : null;
}

export function serverRule(sources: Source[]): string[] {
  const judged = sources.filter(({ path }) => path.startsWith('server/') && !isTest(path));
  const unplaced = judged.filter(({ path }) => serverRank(path) === null);
  return [
    ...unplaced.map(({ path }) => `${path}: add its folder to test/architecture/layers.ts`),
    ...judged
      .flatMap(importsOf)
      .filter(({ from, file }) => importsHigher(from, file))
      .map((it) =>
        complain(it, 'a later layer (test/architecture/layers.ts): move what both need down'),
      ),
  ];
}

function importsHigher(from: string, file: string | null): boolean {
  if (!file?.startsWith('server/')) return false;
  const [mine, its] = [serverRank(from), serverRank(file)];
  return mine !== null && its !== null && its > mine;
}

function importsIn(sources: Source[], folder: string): Import[] {
  return sources.filter(({ path }) => path.startsWith(folder)).flatMap(importsOf);
}

function complain({ from, specifier }: Import, instead: string): string {
  return `${from} imports ${specifier}: ${instead}`;
}

function firstPart(path: string): string {
  return path.split('/')[0] ?? '';
}
