import * as z from 'zod/mini';

/** Everything lies in one folder, so that unpacking an archive by hand does not spill files. */
export const folder = 'membership-backup';
export const manifestName = `${folder}/manifest.json`;
export const readmeName = `${folder}/README.txt`;
export const keysFolder = `${folder}/keys/`;

/** A table is cut into parts, because a tar entry needs its size before its content. */
export const partSize = 2 ** 20;

export function partName(table: string, part: number): string {
  return `${folder}/tables/${table}/${String(part).padStart(6, '0')}`;
}

/** The table that an entry is a part of, or `null`. */
export function tableOf(name: string): string | null {
  return /^membership-backup\/tables\/(.+)\/\d{6}$/.exec(name)?.[1] ?? null;
}

/** Archives of a later format are refused. */
export const format = 1;

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** SHA-256 of the table's text, in hexadecimal. */
  checksum: z.string(),
});

/** The last file of an archive. An archive without it is not whole. */
export const manifest = z.object({
  format: z.int(),
  madeAt: z.iso.datetime(),
  /** Of the program that wrote it, such as `1.0.0 (8f2c1d0a9b3e)`. Archives of before 1.0 have none. */
  version: z.optional(z.string()),
  /** The names of all migrations that the database had, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), last: z.int(), isCalled: z.boolean() })),
  keys: z.array(z.string()),
});
export type Manifest = z.output<typeof manifest>;

export const readme = `This is a backup of a membership database. "npm run restore -- FILE" of the application restores it.

Without the application, any PostgreSQL can read it. manifest.json, the last file, has the tables with their
columns, rows and SHA-256 checksums, and the names of the migrations that make the schema. The folder of a
table has its rows in parts, as "COPY table (columns) TO STDOUT" writes them in UTF-8. Join them in the order
of their names:

  cat tables/members/* | sha256sum
  cat tables/members/* | psql -c "COPY members (columns of manifest.json) FROM STDIN"

schema.sql shows the schema. Create its tables without the foreign keys and the triggers, load the rows, and
add the foreign keys and the triggers after that.
`;
