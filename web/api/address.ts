import type * as z from 'zod/mini';
import type { EndpointShape } from '#contract/endpoint.ts';
import { unanswered } from './api-error.ts';

type Plain = string | number | boolean | null | undefined;
type Values = Record<string, Plain>;

/** The parts of an input, whichever endpoint it is for. */
export interface Input {
  params?: Values;
  query?: Values;
  body?: unknown;
  file?: File;
}

/** `/api/invoices/1?page=2`. Throws before the call if an id is missing. product-rules 15.13. */
export function addressOf(endpoint: EndpointShape, input: Input): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(defined(name, input.params?.[name])),
  );
  for (const name of requiredNames(endpoint.query)) defined(name, input.query?.[name]);
  const query = queryText(input.query ?? {});
  return `/api${path}${query === '' ? '' : `?${query}`}`;
}

/** "The parameter 'id' must be defined." */
function defined(name: string, value: Plain): string {
  if (value == null || value === '') throw unanswered(`The parameter '${name}' must be defined.`);
  return String(value);
}

function queryText(values: Values): string {
  const present = Object.entries(values).filter(([, value]) => value != null && value !== '');
  return new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
}

function requiredNames(query: z.ZodMiniType | undefined): string[] {
  if (query === undefined) return [];
  return Object.entries((query as z.ZodMiniObject).shape)
    .filter(([, field]) => field._zod.optin !== 'optional')
    .map(([name]) => name);
}
