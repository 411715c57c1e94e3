import { features, floorFiles, gateways } from './layers.ts';
import { importsOf, isTest, type Import, type Source } from './sources.ts';

/** Each rule takes the sources and gives back its complaints: which file, and what to do instead. */

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
  return sides.filter(isOutOfReach).map((it) => complain(it, 'what both sides know is contract/'));
}

function isOutOfReach({ from, file, specifier }: Import): boolean {
  const side = firstPart(from);
  if (file === null) return side === 'web' && specifier.startsWith('node:') && !isTest(from);
  return !reach[side]?.includes(firstPart(file));
}

export function testingRule(sources: Source[]): string[] {
  return sources
    .flatMap(importsOf)
    .filter(({ file }) => file?.startsWith('server/testing/'))
    .filter(({ from }) => !isTest(from) && !/^(server\/testing|e2e|bench|shape)\//.test(from))
    .map((it) => complain(it, 'server/testing is for tests; move what the product needs'));
}

/** The higher, the more it may know; null when nobody has given it a place yet. */
function serverRank(path: string): number | null {
  const [, place = ''] = path.split('/');
  if (gateways.includes(place) || floorFiles.includes(place)) return 0;
  if (features.includes(place)) return 1 + features.indexOf(place);
  return path.split('/').length === 2 ? features.length + 1 : null;
}

export function serverRule(sources: Source[]): string[] {
  const judged = sources.filter(({ path }) => /^server\/(?!testing\/)/.test(path) && !isTest(path));
  const homeless = new Set(
    judged.filter(({ path }) => serverRank(path) === null).map(({ path }) => twoParts(path)),
  );
  return [
    ...[...homeless].map((folder) => `${folder} has no place yet: give it one in shape/layers.ts`),
    ...judged
      .flatMap(importsOf)
      .filter(({ from, file }) => knowsTooMuch(from, file))
      .map((it) => complain(it, 'imports go down; see shape/layers.ts, or lift it to a workflow')),
  ];
}

function knowsTooMuch(from: string, file: string | null): boolean {
  if (!file?.startsWith('server/') || file.startsWith('server/testing/')) return false;
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

function twoParts(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}
