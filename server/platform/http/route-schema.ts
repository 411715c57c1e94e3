import * as z from 'zod/mini';
import { listFormats } from '#contract/csv.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import { done, failure, success } from '#contract/envelope.ts';

const accessWords = {
  anyone: 'Anyone may call this.',
  signedIn: 'For Members (own records) and staff.',
  staff: 'For staff.',
};

const proofWords = {
  always: ' Needs a proof of the password (`POST /user/prove`).',
  byValues: ' Some changes need a proof of the password (`POST /user/prove`).',
};

const csvWords = ` With \`Accept: text/csv\` or \`Accept: ${listFormats.xlsx.mediaType}\` it answers a file of all that match, on all pages, in the order asked for.`;

const refusals: Record<number, string> = {
  400: 'The input is not right; `errors` names the fields.',
  401: 'No token, or one that is not live.',
  403: 'The role may not do this, or it needs a proof of the password: `errors` names the field `proof`.',
  404: 'There is no such record, or it is out of reach.',
  409: 'The state does not allow it, or it exists already.',
  412: 'Changed by someone else since `If-Match`.',
  413: 'The body is too large.',
  415: 'The body has the wrong media type.',
  429: 'Too many calls; see `Retry-After`.',
  503: 'The database is away for a moment; see `Retry-After`.',
};

/** The schema of an endpoint for the OpenAPI document only; `handle` parses the input. */
export function routeSchema(endpoint: EndpointShape) {
  const headers = headersOf(endpoint);
  return {
    summary: endpoint.summary,
    operationId: operationIdOf(endpoint),
    description: `${accessWords[endpoint.access ?? 'staff']}${permissionWords(endpoint)}${endpoint.proof ? proofWords[endpoint.proof] : ''}${endpoint.csv ? csvWords : ''}`,
    tags: [endpoint.path.split('/')[1] ?? 'api'],
    security: endpoint.access === 'anyone' ? [] : [{ session: [] }],
    ...(headers ? { headers } : {}),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...bodyOf(endpoint),
    response: { ...successOf(endpoint), ...refusalsOf(endpoint) },
  };
}

function permissionWords({ permission }: EndpointShape): string {
  if (permission === undefined) return '';
  const names = [permission].flat().map((name) => `\`${name}\``);
  return ` Staff needs the permission ${names.join(' or ')}.`;
}

/** `GET /members/:id` is `getMembersById`. */
function operationIdOf({ method, path }: EndpointShape): string {
  const words = path
    .replaceAll('/:', '-by-')
    .split(/[^a-zA-Z0-9]+/)
    .filter((word) => word !== '');
  const capitalised = words.map((word) => word[0]?.toUpperCase() + word.slice(1));
  return method.toLowerCase() + capitalised.join('');
}

function bodyOf({ body, raw, bytes, upload }: EndpointShape) {
  if (bytes) return { body: z.file(), consumes: ['application/octet-stream'] };
  if (raw) return { body: z.string(), consumes: [raw] };
  if (!upload) return body ? { body } : {};
  const { shape } = (body ?? z.object({})) as z.ZodMiniObject;
  return {
    body: z.object({ ...shape, [upload.field]: z.file() }),
    consumes: ['multipart/form-data'],
  };
}

function headersOf({ idempotent, versioned, method }: EndpointShape) {
  const text = z.optional(z.string());
  if (idempotent) return z.object({ 'Idempotency-Key': text });
  if (versioned === undefined) return undefined;
  return z.object(method === 'GET' ? { 'If-None-Match': text } : { 'If-Match': text });
}

function successOf({ status = 200, file, csv, reply, versioned, method }: EndpointShape) {
  const unchanged = versioned && method === 'GET' ? { 304: z.null() } : {};
  if (status === 204) return { [status]: z.null() };
  const schema = reply === undefined ? done : success(reply);
  const content = {
    [file ?? 'application/json']: { schema: file ? z.file() : schema },
    ...(csv
      ? {
          [listFormats.csv.mediaType]: { schema: z.string() },
          [listFormats.xlsx.mediaType]: { schema: z.file() },
        }
      : {}),
  };
  return { [status]: { description: 'Done.', content }, ...unchanged };
}

function refusalsOf(endpoint: EndpointShape) {
  const { access, params, query, body, raw, bytes, upload, versioned, method } = endpoint;
  const statuses = [
    ...((params ?? query ?? body ?? bytes ?? upload) ? [400] : []),
    ...(access === 'anyone' ? [] : [401, 403]),
    ...(params ? [404] : []),
    ...(method === 'GET' ? [] : [409]),
    ...(versioned && method !== 'GET' ? [412] : []),
    ...((body ?? raw ?? bytes ?? upload) ? [413, 415] : []),
    429,
    503,
  ];
  const content = { 'application/json': { schema: failure } };
  return Object.fromEntries(
    statuses.map((status) => [String(status), { description: refusals[status], content }]),
  );
}
