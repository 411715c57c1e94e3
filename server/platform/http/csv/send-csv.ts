import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CsvFile } from '#contract/csv.ts';
import { dayOf } from '#contract/days.ts';
import type { Listing } from '#server/platform/db/lists/listing.ts';
import { byteOrderMark, csvHeader, csvLines } from './csv-rows.ts';
import { openTurnTaking } from '#server/platform/concurrency/turns.ts';

/** Whether the caller asks for the file rather than for a page of JSON. */
export function wantsCsv({ headers }: FastifyRequest): boolean {
  return /(^|,)\s*text\/csv\s*(;|,|$)/i.test(headers.accept ?? '');
}

const slowestMs = 60_000;

/** Each file holds a database connection while it is read, and other requests need some too. */
const takeTurn = openTurnTaking({ atOnce: 3, mostWaiting: Infinity });

/** Streams all that match: however many rows, a few hundred are in memory. */
export async function sendCsv(
  reply: FastifyReply,
  file: CsvFile,
  listing: Listing<object>,
  at: Date,
): Promise<FastifyReply> {
  const text = writeCsv(file, listing);
  // The first chunk is read before the headers, so that a failure can still be an error reply.
  const first = await text.next();
  const pieces = watched(first, text, () => reply.raw.destroy());
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file.name}-${dayOf(at)}.csv"`)
    .send(Readable.from(pieces, { objectMode: false }));
}

async function* writeCsv({ columns }: CsvFile, listing: Listing<object>) {
  const endTurn = await takeTurn('');
  try {
    let before = byteOrderMark + csvHeader(columns);
    for await (const rows of listing.every()) {
      yield before + csvLines(columns, rows);
      before = '';
    }
  } finally {
    endTurn();
  }
}

/**
 * The generator with its first chunk prepended. Ending this generator also ends the source. A client
 * that reads nothing for a minute is disconnected.
 */
export function watched<T>(
  first: IteratorResult<T, void>,
  rest: AsyncGenerator<T, void>,
  hangUp: () => void,
) {
  let ahead: IteratorResult<T, void> | null = first;
  let timer: NodeJS.Timeout | undefined;
  const iterator = {
    next: async () => {
      clearTimeout(timer);
      const piece = ahead ?? (await rest.next());
      ahead = null;
      if (piece.done !== true) timer = setTimeout(hangUp, slowestMs).unref();
      return piece;
    },
    return: () => {
      clearTimeout(timer);
      return rest.return();
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
