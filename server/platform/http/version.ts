import { createHash } from 'node:crypto';
import { Refused, sentences } from '#server/errors.ts';

/** The tag of a record: a hash over the fields that people edit. product-rules 1.20. */
export function tagOf(fields: readonly string[], record: unknown): string | undefined {
  const values = fields.map((field) => (record as Record<string, unknown>)[field]);
  // A caller who sees only part of a record cannot edit it.
  if (values.includes(undefined)) return undefined;
  return `"${createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)}"`;
}

/** Whether an `If-Match` or `If-None-Match` names the tag. A proxy that packs replies weakens tags. */
export function names(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}

/** Refuses to overwrite what the form never showed. Call it on the locked row. */
export function assertNotStale(
  ifMatch: string | undefined,
  endpoint: { versioned: readonly string[] },
  current: unknown,
): void {
  if (ifMatch === undefined) return;
  const tag = tagOf(endpoint.versioned, current);
  if (tag === undefined || !names(ifMatch, tag)) throw new Refused('changed', sentences.changed);
}
