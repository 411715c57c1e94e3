import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CsvFile, type ListFormat, listFormatNames, listFormats } from '#contract/csv.ts';
import { dayOf } from '#contract/days.ts';
import { openTurnTaking } from '#server/platform/concurrency/turns.ts';
import type { Listing } from '#server/platform/db/lists/listing.ts';
import { writeSheet } from '#server/platform/spreadsheets/write-sheet.ts';
import { byteOrderMark, csvHeader, csvLines } from './csv-rows.ts';
import { sheetRows } from './sheet-rows.ts';

/** The format of the file, if the caller asks for one rather than for a page of JSON. */
export function formatOf({ headers }: FastifyRequest): ListFormat | undefined {
  const accepted = (headers.accept ?? '').split(',').map((each) => each.split(';')[0]?.trim());
  return listFormatNames.find((format) =>
    accepted.some((type) => type?.toLowerCase() === listFormats[format].mediaType),
  );
}

const slowestMs = 60_000;

/** Each file holds a database connection while it is read, and other requests need some too. */
const takeTurn = openTurnTaking({ atOnce: 3, mostWaiting: Infinity });

/** Streams all that match: however many rows, a few hundred are in memory. */
export async function sendList(
  reply: FastifyReply,
  { format, ...file }: CsvFile & { format: ListFormat },
  listing: Listing<object>,
  at: Date,
): Promise<FastifyReply> {
  const pieces = inTurn<string | Buffer>(
    format === 'csv' ? writeCsv(file, listing) : writeXlsx(file, listing, at),
  );
  // The first chunk is read before the headers, so that a failure can still be an error reply.
  const first = await pieces.next();
  const body = watched(first, pieces, () => reply.raw.destroy());
  const type = listFormats[format].mediaType;
  return reply
    .type(format === 'csv' ? `${type}; charset=utf-8` : type)
    .header('content-disposition', `attachment; filename="${file.name}-${dayOf(at)}.${format}"`)
    .send(Readable.from(body, { objectMode: false }));
}

async function* inTurn<T>(pieces: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  const endTurn = await takeTurn('');
  try {
    yield* pieces;
  } finally {
    endTurn();
  }
}

async function* writeCsv({ columns }: CsvFile, listing: Listing<object>) {
  let before = byteOrderMark + csvHeader(columns);
  for await (const rows of listing.every()) {
    yield before + csvLines(columns, rows);
    before = '';
  }
}

function writeXlsx({ columns }: CsvFile, listing: Listing<object>, at: Date) {
  async function* rows() {
    for await (const batch of listing.every()) yield sheetRows(columns, batch);
  }
  return writeSheet({ header: columns.map(({ header }) => header), rows: rows(), at });
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
