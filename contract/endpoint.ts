import type { Needs } from './permissions.ts';
import type * as z from 'zod/mini';
import type { CsvFile } from './csv.ts';

/** The permitted callers: `signedIn` is staff or a Member with own records. product-rules 3.1. */
export type Access = 'anyone' | 'signedIn' | 'staff';

export interface CallLimit {
  /** For each user if the call needs a session, else for each client: an address may be that of a crowd. */
  most: number;
  per: 'minute' | 'hour';
}

/** One API endpoint. The server's routes, the browser's calls and the OpenAPI document derive from it. */
export interface EndpointShape {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`; a parameter is written `:id`. */
  path: string;
  /** `staff` when left out. */
  access?: Access;
  /** What a caller of the administrators' side needs; of several, one. Left out only beside `access`. */
  permission?: Needs;
  summary: string;
  /** A POST, because it has a body, that changes nothing: a search or a preview. */
  readOnly?: true;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The call needs no body: none, `{}` or any other is accepted (product-rules 1.14). */
  bodyOptional?: true;
  /** The shape of `data`; left out when the reply is only `{ success }`. */
  reply?: z.ZodMiniType;
  /** 200 when left out. */
  status?: 200 | 201 | 204;
  /** For a call that is expensive, or that mails someone. Counted in the database, for all processes. */
  limit?: CallLimit;
  /**
   * Needs a proof of the password within the last minutes: for each call, or for some values, which the
   * command decides with `assertProved`. product-rules 4.33.
   */
  proof?: 'always' | 'byValues';
  /** An administrator who must set up two-step sign-in first may call it. product-rules 4.22. */
  beforeTwoStep?: true;
  /** Honours `Idempotency-Key` (product-rules 1.22). */
  idempotent?: true;
  /** The reply is a file of this media type, not JSON. */
  file?: 'application/pdf' | 'image/webp' | 'image/png' | 'application/octet-stream' | 'text/html';
  /** The content at the address never changes, so browsers cache it for a year. */
  lasting?: true;
  /** With a media type of `listFormats` in `Accept`, the search returns all matching rows as a file. */
  csv?: CsvFile;
  /** The body is passed on as the received bytes, of this media type. */
  raw?: 'application/x-www-form-urlencoded';
  /** The body is a form with one file of at most `largest` bytes. `body` describes its other fields. */
  upload?: {
    field: string;
    largest: number;
    /** What is wrong with a file, and what to do. Those of pictures when left out. */
    texts?: { missing: string; tooLarge: string; unreadable: string };
  };
  /** The body is the raw content of a file of any type, of at most `largest` bytes. */
  bytes?: { largest: number };
  /** Bytes of JSON; 100 KB when left out (product-rules 1.13). */
  largestBody?: number;
  /** The fields that people edit: what the `ETag` covers, and `If-Match` guards (product-rules 1.20). */
  versioned?: readonly string[];
  /** Fields that payments set too: only an edit that changes them is guarded. */
  versionedApart?: readonly string[];
  /** The reply has an `X-Total-Count` header, because the list grows. */
  counted?: true;
}

/** A property that no endpoint has would be ignored, so it does not compile. */
type Exactly<E> = E &
  Record<Exclude<keyof E, keyof EndpointShape>, never> &
  ({ access: Access } | { permission: NonNullable<Needs> });

export function endpoint<const E extends EndpointShape>(shape: Exactly<E>): E {
  return shape;
}

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

export type ParamsOf<E extends EndpointShape> = Parsed<E['params']>;
export type QueryOf<E extends EndpointShape> = Parsed<E['query']>;
export type BodyOf<E extends EndpointShape> = Parsed<E['body']>;
export type ReplyOf<E extends EndpointShape> = Parsed<E['reply']>;

/** The caller's input: only the parts that the endpoint declares. */
export type InputOf<E extends EndpointShape> = (E['params'] extends z.ZodMiniType
  ? { params: Input<E['params']> }
  : unknown) &
  (E['query'] extends z.ZodMiniType ? { query: Input<E['query']> } : unknown) &
  (E['body'] extends z.ZodMiniType
    ? E extends { bodyOptional: true }
      ? { body?: Input<E['body']> }
      : { body: Input<E['body']> }
    : unknown) &
  (E['upload'] extends object ? { file: File } : unknown) &
  (E['bytes'] extends object ? { file: File } : unknown);
