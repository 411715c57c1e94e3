import { auditWords } from '#contract/audit/endpoints.ts';
import { formatDay, formatMoment, isDay } from '#contract/days.ts';
import { isId } from '#contract/fields.ts';
import { formatRand } from '#contract/money.ts';
import { membershipNumber } from '#contract/numbers.ts';
import { consentSources } from '#contract/privacy/consents.ts';
import { securityKinds } from '#contract/security-record/endpoints.ts';
import { readNotification } from '#server/platform/payfast/notification.ts';

/** The readable name for an id. */
export type Names = ReadonlyMap<string, string>;

/** The readable text of a column's value, or null if it is empty. */
export function formatValue(column: string, value: unknown, names: Names): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (column === 'bytes') return `data:image/webp;base64,${(value as Buffer).toString('base64')}`;
  if (column === 'body') return notificationInWords(value as Buffer);
  if (value instanceof Date) return formatMoment(value.toISOString());
  if (typeof value === 'number') return numberInWords(column, value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'object') return fieldsInWords(value as Record<string, unknown>, names);
  const text = value as string;
  if (column === 'action') return auditWords[text as keyof typeof auditWords] ?? text;
  if (column === 'source') return sources[text] ?? text;
  if (column === 'kind') return (securityKinds as Record<string, string>)[text] ?? text;
  return isDay(text) ? formatDay(text) : (names.get(text) ?? text);
}

/** Of payments and consents. */
const sources: Record<string, string> = {
  ...consentSources,
  administrator: 'the office',
  bank: 'our bank statement',
  credit: 'a credit of yours',
  payfast: 'PayFast',
};

function numberInWords(column: string, value: number): string {
  if (column.endsWith('_cents')) return formatRand(value / 100);
  return column === 'number' ? membershipNumber(value) : String(value);
}

/** The changes field by field, without the administrator and without ids that have no name. */
function fieldsInWords(fields: Record<string, unknown>, names: Names): string | null {
  const lines = Object.entries(fields)
    .filter(([field]) => !field.endsWith('By'))
    .map(([field, value]) => [labelOf(field), plain(value, names)] as const)
    .filter(([, words]) => words !== '')
    .map(([label, words]) => `${label}: ${words}`);
  return lines.length === 0 ? null : lines.join('\n');
}

function plain(value: unknown, names: Names): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = `${value as string | number | boolean}`;
  return isId(text) ? (names.get(text) ?? '') : text;
}

/** `postalAddress` becomes `Postal address`. */
function labelOf(field: string): string {
  const words = field.replaceAll(
    /([a-z])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Omits the organisation's account at the provider. */
function notificationInWords(body: Buffer): string {
  return readNotification(body)
    .fields.filter(({ name, value }) => value !== '' && !name.startsWith('merchant'))
    .map(({ name, value }) => `${labelOf(name.replaceAll('_', ' '))}: ${value}`)
    .join('\n');
}
