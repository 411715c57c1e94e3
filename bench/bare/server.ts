/**
 * The least that answers a list over HTTP: `node:http` and `pg`, no named statements. Each request
 * runs the session look-up and then the next of the given queries, and answers the rows as JSON.
 */
import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';

export interface BareServerInput {
  port: number;
  databaseUrl: string;
  session: Query;
  queries: Query[];
}

interface Query {
  sql: string;
  parameters: readonly unknown[];
}

function serve({ port, databaseUrl, session, queries }: BareServerInput): void {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const run = ({ sql, parameters }: Query) => pool.query(sql, [...parameters]);
  let count = 0;

  async function answer(response: ServerResponse): Promise<void> {
    const query = queries[count % queries.length];
    count += 1;
    if (query === undefined) throw new Error('no query to run');
    await run(session);
    const { rows } = await run(query);
    const body = Buffer.from(JSON.stringify({ success: true, data: { results: rows } }));
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
    });
    response.end(body);
  }

  createServer((request, response) => {
    request.resume().on('end', () => void answer(response));
  }).listen(port, '127.0.0.1', () => process.send?.('listening'));
}

process.once('message', (input: BareServerInput) => serve(input));
