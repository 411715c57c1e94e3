import { once } from 'node:events';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  name: string;
  /** Text in pieces. */
  chunks: () => Iterable<string> | AsyncIterable<string>;
}

/** Little is saved by more effort. */
const compressionLevel = 3;

/** Writes a zip in pieces, so that it is never in memory as a whole. A file that is cut off is no zip. */
export async function* writeZip(entries: ZipEntry[], at: Date): AsyncGenerator<Buffer, void> {
  const zip = new ZipFile();
  const written = zip.outputStream as Readable;
  let open: Readable | undefined;
  for (const { name, chunks } of entries) {
    zip.addReadStreamLazy(name, { mtime: at, compressionLevel }, (give) => {
      open = Readable.from(chunks()).on('error', (error) => written.destroy(error));
      give(null, open);
    });
  }
  zip.end();
  try {
    yield* written as AsyncIterable<Buffer>;
  } finally {
    // If the reader has left, the source ends here, and is waited for: its transaction ends next.
    open?.destroy();
    if (open?.closed === false) await once(open, 'close');
  }
}
