import { sql } from 'kysely';
import {
  getStatement,
  importStatement,
  updateStatement,
} from '#contract/bank-statements/endpoints.ts';
import { dayOf } from '#contract/days.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { until } from '#test/support/outage.ts';
import { callOver } from './call.ts';

interface Options {
  url: string;
  databaseUrl: string;
  session: { authorization: string };
}

/** A running application imports a statement with a line of R450 for each text. Returns the ids of the lines. */
export async function importLines(texts: string[], { url, databaseUrl, session }: Options) {
  const day = dayOf(new Date());
  const movements = texts.map((text) => ({ day, cents: 45_000, kind: 'MAGTAPE CREDIT', text }));
  const reply = await fetch(`${url}/api/bank-statements?fileName=lines.csv`, {
    method: 'POST',
    headers: { ...session, 'content-type': 'application/octet-stream' },
    body: writeStatement('fnb-history', movements),
  });
  const { data } = (await reply.json()) as { data: { id: string } };
  const params = { id: data.id };
  const newAccount = { bank: 'FNB', number: '62000000017', name: 'Club' } as const;
  await callOver(url, updateStatement, { params, body: { newAccount } }, session);
  await callOver(url, importStatement, { params }, session);
  await until('the import of the lines', async () => {
    const statement = await callOver(url, getStatement, { params }, session);
    return statement.data.state === 'imported';
  });
  const db = openDb(openPool(databaseUrl, 1));
  const { rows } = await sql<{ id: string }>`SELECT id FROM bank_lines`.execute(db);
  await db.destroy();
  return rows.map(({ id }) => id);
}
