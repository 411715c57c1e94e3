import type { EndpointShape } from '#contract/endpoint.ts';

interface Reply {
  status: number;
  text: string;
}

/** Prepares a call and returns it. */
export type Prepare = () => Promise<() => Promise<Reply>>;

/** Why more rows than `mostRows` may be read. */
export interface Exception {
  /** Rows that may be read for each member of the database. */
  perMember: number;
  /** On two cores without other work. Three times as long fails: the test is about growth, not speed. */
  ms: number;
  reason: string;
  /** A small table is read sooner than its index. With the promised number of members it needs none. */
  whileSmall?: true;
}

export interface Options {
  /** Tells several calls of one endpoint apart. */
  case?: string;
  /** A token, or the caller; the administrator if left out. */
  by?: 'administrator' | 'member' | 'nobody' | (() => Promise<string>);
  headers?: Record<string, string>;
  /** The actions of the audit entries. If left out, a call without `case` that changes something has its own name. */
  audits?: string[];
  /** Why there is no audit entry although it changes something or looks as if it does. */
  notAudited?: string;
  /** It reads, and changes nothing but the record of who downloaded what. */
  recordsDownload?: true;
  alwaysRefused?: true;
  exception?: Exception;
  /** The most statements that it sends, the session's, BEGIN and COMMIT included. */
  statements?: number;
}

export interface Call extends Options {
  endpoint: EndpointShape;
  prepare: Prepare;
}
