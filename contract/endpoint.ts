import type * as z from 'zod/mini';
import type { CsvFile } from './csv.ts';

/** Who may call: `anyone`; `signedIn`, a Member (own things) or an Admin; `admin`. product-rules 3.1. */
export type Access = 'anyone' | 'signedIn' | 'admin';

/** One call, described once: the server serves it, the browser calls it, OpenAPI prints it. */
export interface EndpointShape {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`; a parameter is written `:id`. */
  path: string;
  access: Access;
  summary: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The call needs no body: none, `{}` or any other is accepted (product-rules 1.14). */
  bodyOptional?: true;
  /** The shape of `data`; left out when the reply is only `{ success }`. */
  reply?: z.ZodMiniType;
  /** 200 when left out. */
  status?: 200 | 201 | 204;
  /** Honours `Idempotency-Key` (product-rules 1.22). */
  idempotent?: true;
  /** The reply is a file of this media type, not JSON. */
  file?: 'application/pdf' | 'image/webp' | 'application/octet-stream' | 'text/html';
  /** What the address answers never changes: browsers keep it for a year. */
  lasting?: true;
  /** A search that answers `Accept: text/csv` with all that match, as a file. */
  csv?: CsvFile;
  /** The body is kept as the bytes that came, of this media type. */
  raw?: 'application/x-www-form-urlencoded';
  /** The body is a form with one file, of at most so many bytes; `body` is its other fields. */
  upload?: { field: string; largest: number };
  /** The body is a file of any type and of at most so many bytes, as it is. */
  bytes?: { largest: number };
  /** Bytes of JSON; 100 KB when left out (product-rules 1.13). */
  largestBody?: number;
  /** The fields that people edit: what the `ETag` covers, and `If-Match` guards (product-rules 1.20). */
  versioned?: readonly string[];
  /** The reply's `X-Total-Count`, when it lists a growing table. */
  counted?: true;
}

export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type Given<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

export type ParamsOf<E extends EndpointShape> = Parsed<E['params']>;
export type QueryOf<E extends EndpointShape> = Parsed<E['query']>;
export type BodyOf<E extends EndpointShape> = Parsed<E['body']>;
export type ReplyOf<E extends EndpointShape> = Parsed<E['reply']>;

/** What a caller hands over: only the parts that the endpoint declares. */
export type InputOf<E extends EndpointShape> = (E['params'] extends z.ZodMiniType
  ? { params: Given<E['params']> }
  : unknown) &
  (E['query'] extends z.ZodMiniType ? { query: Given<E['query']> } : unknown) &
  (E['body'] extends z.ZodMiniType
    ? E extends { bodyOptional: true }
      ? { body?: Given<E['body']> }
      : { body: Given<E['body']> }
    : unknown) &
  (E['upload'] extends object ? { file: File } : unknown) &
  (E['bytes'] extends object ? { file: File } : unknown);
