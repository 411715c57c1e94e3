import { createHash } from 'node:crypto';
import { Refused, sentences } from '#server/errors.ts';

interface Versioned {
  versioned: readonly string[];
  versionedApart?: readonly string[] | undefined;
}

/**
 * The tag of a record: a hash over the fields that people edit. Behind it are hashes of the fields that
 * payments set too: a form is not out of date because a payment arrived. product-rules 1.20.
 */
export function tagOf(
  { versioned, versionedApart = [] }: Versioned,
  record: unknown,
): string | undefined {
  const fields = record as Record<string, unknown>;
  const values = versioned.map((field) => fields[field]);
  // A caller who sees only part of a record cannot edit it.
  if (values.includes(undefined)) return undefined;
  const apart = versionedApart.map((field) => hashOf(fields[field], 8));
  return `"${[hashOf(values, 22), ...apart].join('.')}"`;
}

function hashOf(value: unknown, length: number): string {
  const hash = createHash('sha256').update(JSON.stringify(value));
  return hash.digest('base64url').slice(0, length);
}

/** A proxy that packs replies weakens tags. */
function tagsIn(header: string | undefined): string[] {
  return (header ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
}

/** Whether an `If-Match` or `If-None-Match` names the tag. */
export function names(header: string | undefined, tag: string): boolean {
  const tags = tagsIn(header);
  return tags.includes('*') || tags.includes(tag);
}

const partsOf = (tag: string) => tag.replaceAll('"', '').split('.');

/** Refuses to overwrite what the form never showed. Call it on the locked row. */
export function assertNotStale(
  ifMatch: string | undefined,
  endpoint: Versioned,
  current: unknown,
): void {
  if (ifMatch === undefined) return;
  const tag = tagOf(endpoint, current);
  const isCurrent = tagsIn(ifMatch).some(
    (one) => one === '*' || (tag !== undefined && partsOf(one)[0] === partsOf(tag)[0]),
  );
  if (!isCurrent) throw changed();
}

/** Whether the tag was made when the field, which has a hash of its own, had this value. */
function hadValue(tag: string, { versionedApart = [] }: Versioned, field: string, value: unknown) {
  return partsOf(tag)[versionedApart.indexOf(field) + 1] === hashOf(value, 8);
}

/** Refuses an edit that depends on another value of a field with a hash of its own. */
export function assertFieldNotStale(
  ifMatch: string | undefined,
  endpoint: Versioned,
  field: string,
  current: unknown,
): void {
  if (ifMatch === undefined) return;
  const isCurrent = tagsIn(ifMatch).some(
    (tag) => tag === '*' || hadValue(tag, endpoint, field, current),
  );
  if (!isCurrent) throw changed();
}

/**
 * What the form changes in a field with a hash of its own; `undefined` if it changes nothing, also when
 * it still sends the value that it was filled with. Refuses to replace a value that it never showed.
 */
export function changeOf<Value>(
  ifMatch: string | undefined,
  endpoint: Versioned,
  field: string,
  { current, sent }: { current: Value; sent: Value },
): Value | undefined {
  const isFilledWith = tagsIn(ifMatch).some((tag) => hadValue(tag, endpoint, field, sent));
  if (sent === current || isFilledWith) return undefined;
  assertFieldNotStale(ifMatch, endpoint, field, current);
  return sent;
}

function changed(): Refused {
  return new Refused('changed', sentences.changed);
}
