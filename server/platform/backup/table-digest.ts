import { createHash } from 'node:crypto';

const lineEnd = 10;

/** In the text of a table, each row is one line. */
export function countRows(chunk: Buffer): number {
  let rows = 0;
  for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, at + 1)) rows += 1;
  return rows;
}

/** Counts the rows of a table's text and computes its checksum. */
export function openDigest() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(chunk: Buffer): void {
      hash.update(chunk);
      rows += countRows(chunk);
    },
    rows: () => rows,
    /** Call it last. */
    checksum: () => hash.digest('hex'),
  };
}
