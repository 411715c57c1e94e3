import { importColumns } from '#contract/imports/columns.ts';
import {
  type FamilyRole,
  familyRoleOf,
  importMemberTexts as texts,
} from '#contract/imports/member-texts.ts';
import { addMonths } from '#contract/calendar.ts';
import { type Day, dayOf } from '#contract/days.ts';
import { titles } from '#contract/fields.ts';
import { mostRelatives, oldestRelative } from '#contract/limits.ts';
import { readDay } from '#server/platform/spreadsheets/values/read-day.ts';
import { readMembershipNumber } from '#server/platform/spreadsheets/values/read-number.ts';
import {
  readEmail,
  readName,
  readPhone,
  readZipCode,
} from '#server/platform/spreadsheets/values/read-text.ts';
import type { ReadValue } from '#server/platform/spreadsheets/values/read-value.ts';
import type { FileRow, ImportJob } from '../import-kind.ts';

export interface RelativeRow {
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: Day | null;
}

/** The values of one row. A value that cannot be read is empty, and its sentence is among the problems. */
export interface MemberRow extends RelativeRow {
  row: number;
  number: number | null;
  title: string;
  phone: string;
  postalAddress: string;
  zipCode: string;
  type: string;
  status: string;
  deactivatedReason: string;
  memberSince: Day | null;
  paidUntil: Day | null;
  role: FamilyRole | null;
  newsConsentOn: Day | null;
  appealsConsentOn: Day | null;
  consentSource: string;
  /** From the columns of relatives in the same row. */
  relatives: RelativeRow[];
  problems: string[];
}

const labels = new Map(importColumns.members.map(({ key, label }) => [key, label]));

const longest = { postalAddress: 400, deactivatedReason: 1000, consentSource: 200 } as const;

export function readMemberRow(job: ImportJob, row: FileRow, at: Date): MemberRow {
  const problems: string[] = [];
  const text = (key: string) => cellOf(job, row, key);
  const fail = (key: string, sentence: string) =>
    void problems.push(`${labels.get(key) ?? key}: ${sentence}`);
  function read<T>(key: string, reader: (text: string) => ReadValue<T>): T | null {
    if (text(key) === '') return null;
    const reading = reader(text(key));
    if ('value' in reading) return reading.value;
    fail(key, reading.problem);
    return null;
  }
  function bounded(key: keyof typeof longest): string {
    if (text(key).length <= longest[key]) return text(key);
    fail(key, texts.tooLong(longest[key]));
    return '';
  }
  function pastDay(key: string): Day | null {
    const day = read(key, readDay);
    if (day === null || day <= dayOf(at)) return day;
    fail(key, texts.future);
    return null;
  }
  const person = (prefix: string): RelativeRow => {
    const key = (name: string) => (prefix === '' ? name : `${prefix}${upperFirst(name)}`);
    return {
      firstName: read(key('firstName'), readName) ?? '',
      lastName: read(key('lastName'), readName) ?? '',
      email: read(key('email'), readEmail) ?? '',
      dateOfBirth: pastDay(key('dateOfBirth')),
    };
  };
  const self = person('');
  return {
    row: row.row,
    ...self,
    number: read('membershipNumber', readMembershipNumber),
    title: read('title', readTitle) ?? '',
    phone: read('phone', readPhone) ?? '',
    postalAddress: bounded('postalAddress'),
    zipCode: read('zipCode', readZipCode) ?? '',
    type: text('type').slice(0, 200),
    status: text('status').slice(0, 200),
    deactivatedReason: bounded('deactivatedReason'),
    memberSince: pastDay('memberSince'),
    paidUntil: read('paidUntil', readDay),
    role: familyRoleOf(text('familyRole')),
    newsConsentOn: pastDay('newsConsentOn'),
    appealsConsentOn: pastDay('appealsConsentOn'),
    consentSource: bounded('consentSource'),
    relatives: seats
      .map((seat) => person(`relative${seat}`))
      .filter(({ firstName, lastName, dateOfBirth }) => firstName || lastName || dateOfBirth)
      .map((relative) => ({ ...relative, lastName: relative.lastName || self.lastName })),
    problems,
  };
}

const seats = Array.from({ length: mostRelatives }, (_, index) => index + 1);

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The file with the problems has an apostrophe before what a spreadsheet would run. */
export function cellOf({ mapping }: ImportJob, { cells }: FileRow, key: string): string {
  const place = mapping.columns.indexOf(key);
  return (place === -1 ? '' : (cells[place] ?? '')).replace(/^'(?=[=+\-@])/, '').trim();
}

function readTitle(text: string): ReadValue<string> {
  const plain = text.replace(/\.$/, '').toLowerCase();
  const title = titles.find((one) => one.toLowerCase() === (afrikaans[plain] ?? plain));
  return title === undefined ? { problem: texts.badTitle } : { value: title };
}

const afrikaans: Record<string, string> = { mnr: 'mr', mev: 'mrs', me: 'ms', mej: 'miss' };

/** A relative is at most 18 years old. */
export function isChild(dateOfBirth: Day | null, at: Date): boolean {
  return dateOfBirth !== null && addMonths(dateOfBirth, (oldestRelative + 1) * 12) > dayOf(at);
}
