import { randomUUID } from 'node:crypto';
import {
  type BankMapping,
  getStatement,
  importStatement,
  removeStatement,
  searchBankLines,
  updateStatement,
  uploadStatement,
} from '#contract/bank-statements/endpoints.ts';
import { continueStatement } from '#server/features/bank-statements/continue-statement.ts';
import { callApi } from '#test/support/call.ts';
import type { TestApp } from '#test/support/app.ts';
import { writeStatement } from './write-statement.ts';

/** A statement with one new line. */
export function oneMovement(text: string): string {
  return writeStatement('fnb-history', [
    { day: '2026-03-02', cents: 65_000, kind: 'MAGTAPE CREDIT', text: `${text} ${randomUUID()}` },
  ]);
}

/** Statements as an administrator imports them, with the worker's part done at once. */
export function openStatements(app: TestApp, token: string) {
  const as = { token };

  async function upload(content: string | Uint8Array<ArrayBuffer>, fileName = 'statement.csv') {
    const file = new File([content], fileName, { type: 'application/octet-stream' });
    return callApi(app, uploadStatement, { query: { fileName }, file }, as);
  }

  const read = async (id: string) =>
    (await callApi(app, getStatement, { params: { id } }, as)).data;

  async function choose(id: string, body: Parameters<typeof bodyOf>[0]) {
    return callApi(app, updateStatement, { params: { id }, body: bodyOf(body) }, as);
  }

  const start = (id: string) => callApi(app, importStatement, { params: { id } }, as);

  async function run(id: string) {
    const reply = await start(id);
    await continueStatement(app.ctx(), id);
    return reply;
  }

  /** The id of a statement whose account is chosen. */
  async function ready(content: string | Uint8Array<ArrayBuffer>, fileName?: string) {
    const { data } = await upload(content, fileName);
    const { account, accountNumber } = await read(data.id);
    const number = accountNumber ?? '62000000017';
    if (account === null) {
      await choose(data.id, { newAccount: { bank: 'FNB', number, name: 'Club' } });
    }
    return data.id;
  }

  /** The id of a statement that is imported. */
  async function imported(content: string | Uint8Array<ArrayBuffer>, fileName?: string) {
    const id = await ready(content, fileName);
    await run(id);
    return id;
  }

  const remove = (id: string) => callApi(app, removeStatement, { params: { id } }, as);

  async function lines(id: string) {
    const body = { pageSize: 100 };
    return (await callApi(app, searchBankLines, { params: { id }, body }, as)).data.results;
  }

  /** "new 3, known 2". */
  async function counts(id: string): Promise<string> {
    const { newLines, knownLines } = await read(id);
    return `new ${newLines}, known ${knownLines}`;
  }

  return { upload, read, choose, start, run, ready, imported, remove, lines, counts };
}

function bodyOf(body: {
  accountId?: string;
  newAccount?: { bank: 'FNB' | 'Absa' | 'Other'; number: string; name: string };
  mapping?: BankMapping | null;
  sameRows?: number[];
}) {
  return body;
}
