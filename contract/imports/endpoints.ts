import { importPermissions } from './permissions.ts';
import * as z from 'zod/mini';
import { listFormatNames } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams } from '#contract/fields.ts';
import { found } from '#contract/search.ts';
import { importKinds } from './columns.ts';
import { fileSettings, importMapping, shortText } from './mapping.ts';

/** Bytes. */
export const largestImport = 20 * 1024 * 1024;
export const importEndings = '.csv,.txt,.tsv,.xlsx';
export const importRowsShown = 50;
/** Days until the cells of the file are deleted. Until then an import can be undone. */
export const importDays = 30;

export const importStates = [
  'uploaded',
  'reading',
  'checking',
  'checked',
  'importing',
  'imported',
  'undoing',
  'undone',
  'discarded',
] as const;
export type ImportState = (typeof importStates)[number];

/** A process is working on it. */
export function isBusy(state: ImportState): boolean {
  return ['reading', 'checking', 'importing', 'undoing'].includes(state);
}

/** A process reads or checks it. Nothing is imported, so it can be discarded. */
export function isBeforeImport(state: ImportState): boolean {
  return state === 'reading' || state === 'checking';
}

/** A row that waits needs nothing but the answer to a question. */
export const fates = ['new', 'change', 'same', 'relative', 'waiting', 'problem'] as const;
export type Fate = (typeof fates)[number];

/** Rows of closed months: not in these books, or booked in the first open month. product-rules 24.2. */
export const closedChoices = ['elsewhere', 'now'] as const;
export type ClosedChoice = (typeof closedChoices)[number];

const counts = z.record(z.enum(fates), z.int());
export type ImportCounts = z.output<typeof counts>;

const summary = {
  id,
  kind: z.enum(importKinds),
  fileName: z.string(),
  state: z.enum(importStates),
  createdBy: z.string(),
  createdUtc: z.string(),
  importedUtc: z.nullable(z.string()),
  undoneUtc: z.nullable(z.string()),
  counts,
};
export const importSummary = z.object(summary);
export type ImportSummary = z.output<typeof importSummary>;

export const importDetails = z.object({
  ...summary,
  settings: fileSettings,
  mapping: importMapping,
  sheets: z.array(z.string()),
  columns: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  /** Questions about spellings. A year has the label of its column as spelling, and an example. */
  unknown: z.array(
    z.object({ column: z.string(), spelling: z.string(), meaning: z.optional(z.string()) }),
  ),
  /** What the rows with a problem have in common, the most frequent first. */
  subjects: z.array(z.object({ subject: z.string(), count: z.int(), rows: z.array(z.int()) })),
  /** Totals and lines, which are not imported. */
  decorations: z.object({ count: z.int(), rows: z.array(z.int()) }),
  /** New payments or donations of months that are closed, and what the administrator chose for them. */
  closed: z.object({
    rows: z.int(),
    amount: z.number(),
    choice: z.nullable(z.enum(closedChoices)),
  }),
  /** Why the file could not be read with these settings. */
  problem: z.nullable(z.string()),
  total: z.int(),
  done: z.int(),
  /** The cells have been deleted. */
  isForgotten: z.boolean(),
  /** Members of this import who have no password and were not invited. */
  notInvited: z.int(),
});
export type ImportDetails = z.output<typeof importDetails>;

const importRow = z.object({
  row: z.int(),
  fate: z.enum(fates),
  sentence: z.string(),
  cells: z.array(z.string()),
  recordId: z.nullable(id),
});
export type ImportRow = z.output<typeof importRow>;

/** What prevents an undo, with the record that shows it. */
const obstacle = z.object({
  row: z.int(),
  sentence: z.string(),
  recordId: z.nullable(id),
});
export type Obstacle = z.output<typeof obstacle>;

/** The body is the file. */
export const uploadImport = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/imports',
  permission: importPermissions,
  summary: 'Store a CSV or Excel file to import; recognises its columns and imports nothing yet',
  query: z.object({ fileName: z.optional(shortText), kind: z.optional(z.enum(importKinds)) }),
  bytes: { largest: largestImport },
  reply: id,
  status: 201,
});

export const listImports = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/imports',
  permission: importPermissions,
  summary: 'The latest 100 imports',
  reply: z.array(importSummary),
});

export const getImport = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/imports/:id',
  permission: importPermissions,
  summary: 'One import, with its columns and its progress',
  params: idParams,
  reply: importDetails,
  versioned: ['settings', 'mapping', 'counts', 'closed'],
});

export const updateImport = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/imports/:id',
  permission: importPermissions,
  summary: 'Change how the file is read and what its columns mean',
  params: idParams,
  body: z.object({ settings: z.optional(fileSettings), mapping: z.optional(importMapping) }),
  reply: importDetails,
  largestBody: 1024 * 1024,
});

export const checkImport = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/imports/:id/check',
  permission: importPermissions,
  summary: 'Say for each row what an import would do, and why not; changes no record',
  params: idParams,
  reply: importDetails,
});

export const startImport = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/imports/:id/start',
  permission: importPermissions,
  summary:
    'Import the rows without a problem; closedMonths is needed if some lie in closed months. With the ETag of the import in If-Match, only what was seen is imported',
  params: idParams,
  query: z.object({ closedMonths: z.optional(z.enum(closedChoices)) }),
  reply: importDetails,
});

export const searchImportRows = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/imports/:id/rows/search',
  permission: importPermissions,
  readOnly: true,
  summary: 'The rows of an import with what became of each',
  params: idParams,
  body: z.object({
    fate: z.optional(z.nullable(z.enum(fates))),
    page: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(1000)))),
  }),
  reply: found(importRow),
});

export const getImportProblems = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/imports/:id/problems',
  permission: importPermissions,
  summary:
    'The rows that wait or have a problem as a CSV or Excel file, to correct and import again',
  params: idParams,
  query: z.object({ format: z.optional(z.enum(listFormatNames)) }),
  file: 'application/octet-stream',
});

export const previewUndo = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/imports/:id/undo',
  permission: importPermissions,
  summary: 'What prevents the undo of an import, at most 100; empty when nothing does',
  params: idParams,
  reply: z.array(obstacle),
});

export const undoImport = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/imports/:id/undo',
  permission: importPermissions,
  summary: 'Take an import back: all of it or nothing',
  params: idParams,
  reply: importDetails,
});

export const discardImport = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/imports/:id',
  permission: importPermissions,
  summary:
    'Delete the file and the rows of an import that was not started, also while they are checked',
  params: idParams,
  status: 204,
});

export const inviteImported = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/imports/:id/invitations',
  permission: importPermissions,
  summary: 'Mail the next imported members an invitation to choose a password; returns how many',
  params: idParams,
  body: z.object({ most: z.int().check(z.gte(1), z.lte(20_000)) }),
  reply: z.int(),
});
