import { gateways } from './layers.ts';
import { importsOf, isTest, type Source } from './sources.ts';

/** Circles among the gateway folders; inside the features the order leaves no room for one. */
export function gatewayCircles(sources: Source[]): string[] {
  const knows = new Map(gateways.map((name) => [name, new Set<string>()]));
  for (const { from, file } of sources.filter(({ path }) => !isTest(path)).flatMap(importsOf)) {
    const [mine, its] = [gatewayOf(from), gatewayOf(file)];
    if (mine && its && mine !== its) knows.get(mine)?.add(its);
  }
  const circle = firstCircle(knows);
  return circle ? [`server/: ${circle.join(' -> ')}: let one of them be handed what it needs`] : [];
}

function gatewayOf(path: string | null): string | null {
  const [top, place = ''] = path?.split('/') ?? [];
  return top === 'server' && gateways.includes(place) ? place : null;
}

function firstCircle(knows: Map<string, Set<string>>): string[] | null {
  for (const start of knows.keys()) {
    const circle = wayBack(start, [start], knows);
    if (circle) return circle;
  }
  return null;
}

function wayBack(start: string, way: string[], knows: Map<string, Set<string>>): string[] | null {
  for (const next of knows.get(way.at(-1) ?? '') ?? []) {
    if (next === start) return [...way, start];
    const found = way.includes(next) ? null : wayBack(start, [...way, next], knows);
    if (found) return found;
  }
  return null;
}
