import { readdir } from 'node:fs/promises';
import type { EndpointShape } from '#contract/endpoint.ts';

export interface NamedEndpoint {
  /** The name under which the contract exports the endpoint. */
  name: string;
  file: string;
  endpoint: EndpointShape;
}

/** All endpoints of the contract. */
export async function allEndpoints(): Promise<NamedEndpoint[]> {
  const folder = new URL('../../contract/', import.meta.url);
  const entries = await readdir(folder, { recursive: true });
  const files = entries.filter((name) => /^[\w/-]+\.ts$/.test(name)).toSorted();
  const lists = await Promise.all(
    files.map(async (file) => {
      const exported = (await import(new URL(file, folder).href)) as Record<string, unknown>;
      return Object.entries(exported)
        .filter((entry): entry is [string, EndpointShape] => isEndpoint(entry[1]))
        .map(([name, endpoint]) => ({ name, file, endpoint }));
    }),
  );
  return lists.flat();
}

function isEndpoint(value: unknown): value is EndpointShape {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    ('access' in value || 'permission' in value)
  );
}

/** The path of the endpoint with its parameters filled in. */
export function urlOf(endpoint: EndpointShape, value: string): string {
  return `/api${endpoint.path.replaceAll(/:\w+/g, value)}`;
}
