import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';

/** A file on the disk by its path, or its content. */
export type FileSource = string | Buffer;

const pieceSize = 64 * 1024;

export async function sizeOf(source: FileSource): Promise<number> {
  return typeof source === 'string' ? (await stat(source)).size : source.length;
}

export async function readStart(source: FileSource, bytes: number): Promise<Buffer> {
  if (typeof source !== 'string') return source.subarray(0, bytes);
  await using file = await open(source);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
  return buffer.subarray(0, bytesRead);
}

/** The file in pieces, the first at its start. */
export async function* piecesOf(source: FileSource): AsyncGenerator<Buffer> {
  if (typeof source === 'string') {
    yield* createReadStream(source) as AsyncIterable<Buffer>;
    return;
  }
  for (let at = 0; at < source.length; at += pieceSize) yield source.subarray(at, at + pieceSize);
}
