import type { ImportKind } from '#contract/imports/columns.ts';
import {
  checkImport,
  type ClosedChoice,
  type Fate,
  getImport,
  searchImportRows,
  startImport,
  undoImport,
  updateImport,
  uploadImport,
} from '#contract/imports/endpoints.ts';
import type { ImportMapping } from '#contract/imports/mapping.ts';
import { continueImport } from '#server/features/imports/continue-import.ts';
import { callApi } from '#test/support/call.ts';
import type { TestApp } from '#test/support/app.ts';

/** A file with one new member. */
export function onePerson(name: string): string {
  return `First name,Last name,Email,Type,Paid until\nNomsa,Import,${name}@example.org,Individual,31/12/2027`;
}

/** Imports as an administrator does it, with the worker's part done at once. */
export function openImports(app: TestApp, token: string, kind: ImportKind = 'members') {
  const as = { token };

  async function upload(content: string | Uint8Array<ArrayBuffer>, fileName = `${kind}.csv`) {
    const file = new File([content], fileName, { type: 'application/octet-stream' });
    return callApi(app, uploadImport, { query: { fileName, kind }, file }, as);
  }

  const read = async (id: string) => (await callApi(app, getImport, { params: { id } }, as)).data;

  async function change(id: string, mapping: Partial<ImportMapping>) {
    const body = { mapping: { ...(await read(id)).mapping, ...mapping } };
    return callApi(app, updateImport, { params: { id }, body }, as);
  }

  async function check(id: string) {
    const reply = await callApi(app, checkImport, { params: { id } }, as);
    await continueImport(app.ctx(), id);
    return reply;
  }

  async function start(id: string, closedMonths?: ClosedChoice) {
    const query = closedMonths === undefined ? {} : { closedMonths };
    const reply = await callApi(app, startImport, { params: { id }, query }, as);
    await continueImport(app.ctx(), id);
    return reply;
  }

  async function undo(id: string) {
    const reply = await callApi(app, undoImport, { params: { id } }, as);
    await continueImport(app.ctx(), id);
    return reply;
  }

  /** The id of a file that was uploaded and checked. */
  async function checked(content: string, mapping: Partial<ImportMapping> = {}) {
    const { data: id } = await upload(content);
    await change(id, mapping);
    await check(id);
    return id;
  }

  async function rows(id: string, fate?: Fate) {
    const body = fate === undefined ? {} : { fate };
    return (await callApi(app, searchImportRows, { params: { id }, body }, as)).data.results;
  }

  /** "3 problem: Email is missing." of each row. */
  async function outcomes(id: string): Promise<string[]> {
    return (await rows(id)).map(({ row, fate, sentence }) =>
      sentence === '' ? `${row} ${fate}` : `${row} ${fate}: ${sentence}`,
    );
  }

  return { upload, read, change, check, start, undo, checked, rows, outcomes };
}
