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
import { readMembershipNumber } from '#server/platform/spreadsheets/values/read-number.ts';
import {
  readEmail,
  readName,
  readPhone,
  readZipCode,
} from '#server/platform/spreadsheets/values/read-text.ts';
import { quoted, type ReadValue } from '#server/platform/spreadsheets/values/read-value.ts';
import type { FileRow, ImportJob, Question } from '../import-kind.ts';
import { readDayCell } from '../read-day-cell.ts';
import { readProvince } from './read-province.ts';

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
  /** Empty: the zip code gives it. */
  province: string;
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
  /** The file has a town, but no address that could replace another. */
  isTownOnly: boolean;
  problems: string[];
  questions: Question[];
}

const labels = new Map(importColumns.members.map(({ key, label }) => [key, label]));

const longest = { postalAddress: 400, deactivatedReason: 1000, consentSource: 200 } as const;

export function readMemberRow(job: ImportJob, row: FileRow, at: Date): MemberRow {
  const cells = cellReader(job, row, at);
  const { text, read, bounded, pastDay, problems, questions } = cells;
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
  const town = text('town').replaceAll(/\s+/g, ' ');
  return {
    row: row.row,
    ...self,
    number: read('membershipNumber', readMembershipNumber),
    title: read('title', readTitle) ?? '',
    phone: read('phone', readPhone) ?? '',
    postalAddress: withTown(bounded('postalAddress'), town).slice(0, longest.postalAddress),
    isTownOnly: town !== '' && text('postalAddress') === '',
    zipCode: read('zipCode', readZipCode) ?? '',
    province: provinceOf(job, cells),
    type: text('type').slice(0, 200),
    status: text('status').slice(0, 200),
    deactivatedReason: bounded('deactivatedReason'),
    memberSince: pastDay('memberSince'),
    paidUntil: cells.day('paidUntil', false),
    role: familyRoleOf(text('familyRole')),
    ...readConsents(job, cells, at),
    relatives: seats
      .map((seat) => person(`relative${seat}`))
      .filter(({ firstName, lastName, dateOfBirth }) => firstName || lastName || dateOfBirth)
      .map((relative) => ({ ...relative, lastName: relative.lastName || self.lastName })),
    problems,
    questions,
  };
}

function cellReader(job: ImportJob, row: FileRow, at: Date) {
  const problems: string[] = [];
  const questions: Question[] = [];
  const text = (key: string) => cellOf(job, row, key);
  const labelOf = (key: string) => labels.get(key) ?? key;
  const fail = (key: string, sentence: string) =>
    void problems.push(`${labelOf(key)}: ${sentence}`);
  function valueOf<T>(key: string, reading: ReadValue<T>): T | null {
    if ('value' in reading) return reading.value;
    fail(key, reading.problem);
    return null;
  }
  function bounded(key: keyof typeof longest): string {
    if (text(key).length <= longest[key]) return text(key);
    fail(key, texts.tooLong(longest[key]));
    return '';
  }
  function day(key: string, isPast: boolean): Day | null {
    if (text(key) === '') return null;
    const cell = { label: labelOf(key), text: text(key), isPast, at };
    const { reading, proposed, question } = readDayCell(job, cell);
    if (question) questions.push(question);
    return valueOf(key, reading) ?? proposed ?? null;
  }
  return {
    problems,
    questions,
    text,
    labelOf,
    fail,
    bounded,
    day,
    pastDay: (key: string) => day(key, true),
    read: <T>(key: string, reader: (text: string) => ReadValue<T>): T | null =>
      text(key) === '' ? null : valueOf(key, reader(text(key))),
  };
}

/** "Yes" says nothing of the day: it is asked once for all. */
function readConsents(
  { mapping: { consent } }: ImportJob,
  { text, labelOf, fail, bounded, pastDay, questions }: ReturnType<typeof cellReader>,
  at: Date,
) {
  const keys = ['newsConsentOn', 'appealsConsentOn'] as const;
  function dayOfConsent(key: (typeof keys)[number]): Day | null {
    const plain = text(key).toLowerCase();
    if (noWords.has(plain)) return null;
    if (!yesWords.has(plain)) return pastDay(key);
    if (consent !== undefined && consent.on <= dayOf(at)) return consent.on;
    const problem =
      consent === undefined ? texts.consentSince(quoted(text(key))) : texts.consentInFuture;
    const sentence = `${labelOf(key)}: ${problem}`;
    questions.push({ column: 'consent', spelling: labelOf(key), sentence });
    fail(key, problem);
    return null;
  }
  const isYes = keys.some((key) => yesWords.has(text(key).toLowerCase()));
  return {
    newsConsentOn: dayOfConsent('newsConsentOn'),
    appealsConsentOn: dayOfConsent('appealsConsentOn'),
    consentSource: bounded('consentSource') || (isYes ? (consent?.source ?? '') : ''),
  };
}

const yesWords = new Set(['y', 'yes', 'ja', 'j', 'x', 'true', '1', '\u2713']);
const noWords = new Set(['n', 'no', 'nee', 'false', '0', '-']);

/** Empty: the zip code gives it. */
function provinceOf({ mapping }: ImportJob, cells: ReturnType<typeof cellReader>): string {
  const spelling = cells.text('province').slice(0, 200);
  const province = spelling === '' ? '' : readProvince(mapping, spelling);
  if (province !== undefined) return province;
  const sentence = texts.unknownProvince(spelling);
  cells.questions.push({ column: 'province', spelling, sentence });
  cells.problems.push(sentence);
  return '';
}

/** The town is the last line of the address, once. */
function withTown(address: string, town: string): string {
  if (town === '') return address;
  const isThere = new RegExp(`(^|[\\s,])${RegExp.escape(town)}$`, 'i').test(address);
  const rest = isThere ? address.slice(0, -town.length).replace(/[\s,]+$/, '') : address.trimEnd();
  return rest === '' ? town : `${rest}\n${town}`;
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
