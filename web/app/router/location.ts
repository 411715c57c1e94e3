/** A place in the browser's history. */
export interface Location {
  pathname: string;
  /** With its `?`, or empty. */
  search: string;
  /** With its `#`, or empty. */
  hash: string;
  /** What goes with the visitor, and is not in the address. */
  state: unknown;
  /** Of this entry of the history: the same page, visited twice, has two. */
  key: string;
}

/** An address of this site; parts that are left out of an object stay empty, the path as it is. */
export type To = string | { pathname?: string; search?: string; hash?: string };

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** Where `to` leads from a page; never to another site. */
export function addressFrom(to: To, pathname: string): Address {
  const url =
    typeof to === 'string'
      ? new URL(to, `http://here.invalid${pathname}`)
      : new URL(`http://here.invalid${hrefOf({ pathname, search: '', hash: '', ...to })}`);
  return { pathname: url.pathname, search: url.search, hash: url.hash };
}

export function hrefOf({ pathname, search, hash }: Address): string {
  return pathname + search + hash;
}

export function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}

/** What people read in an address. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A lonely % is itself.
    return part;
  }
}
