import type { Manifest } from './manifest.ts';

export interface BackupSummary {
  file: string;
  bytes: number;
  madeAt: Date;
  /** The last migration that the database had. */
  schemaVersion: string;
  rows: number;
  /** The checksum is the SHA-256 of the table's text, in hexadecimal. */
  tables: { name: string; rows: number; checksum: string }[];
  isEncrypted: boolean;
  hasKeys: boolean;
}

type File = Pick<BackupSummary, 'file' | 'bytes' | 'isEncrypted'>;

export function summaryOf(manifest: Manifest, file: File): BackupSummary {
  const tables = manifest.tables.map(({ name, rows, checksum }) => ({ name, rows, checksum }));
  return {
    ...file,
    madeAt: new Date(manifest.madeAt),
    schemaVersion: manifest.migrations.at(-1) ?? '',
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    tables,
    hasKeys: manifest.keys.length > 0,
  };
}
