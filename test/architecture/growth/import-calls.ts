import type { ImportKind } from '#contract/imports/columns.ts';
import * as contract from '#contract/imports/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { onePerson, openImports } from '#test/support/imports/open-imports.ts';
import { importKinds, manyRows } from '#test/support/imports/many-rows.ts';
import type { GrowthCalls, GrowthFixture } from './measured-app.ts';

/** Few, because the removal of a sign-in reads some tables of a page each, which have statistics or not. */
const rowsOfFile = 4;

/** Imports. Those that leave an audit entry are among the audited calls. */
export function importGrowthCalls(fixture: GrowthFixture): GrowthCalls {
  const { app, as, email, direct } = fixture;
  const imports = openImports(app, as.token);
  const checked = () => imports.checked(onePerson(email().split('@')[0] ?? ''));
  const params = async () => ({ params: { id: await checked() } });
  return {
    listImports: direct(contract.listImports, {}),
    getImport: async () => {
      const input = await params();
      return () => callApi(app, contract.getImport, input, as);
    },
    updateImport: async () => {
      const input = await params();
      const { mapping } = await imports.read(input.params.id);
      return () => callApi(app, contract.updateImport, { ...input, body: { mapping } }, as);
    },
    checkImport: async () => {
      const { data: id } = await imports.upload(onePerson('growth-check'));
      return () => imports.check(id);
    },
    searchImportRows: async () => {
      const input = await params();
      return () => callApi(app, contract.searchImportRows, { ...input, body: {} }, as);
    },
    getImportProblems: async () => {
      const input = await params();
      return () => callApi(app, contract.getImportProblems, input, as);
    },
    previewUndo: async () => {
      const input = await params();
      await imports.start(input.params.id);
      return () => callApi(app, contract.previewUndo, input, as);
    },
    ...Object.fromEntries(importKinds.flatMap((kind) => Object.entries(stepsOf(fixture, kind)))),
  };
}

/** The steps of a file of one kind, with all that their worker does. Dlamini is the most common last name. */
function stepsOf({ app, as }: GrowthFixture, kind: ImportKind): GrowthCalls {
  const imports = openImports(app, as.token, kind);
  const file = manyRows(kind, 'Dlamini', rowsOfFile);
  let id = '';
  return {
    [`checkImport: ${kind}`]: async () => {
      id = (await imports.upload(file)).data;
      return () => imports.check(id);
    },
    [`startImport: ${kind}`]: async () => () => imports.start(id),
    [`previewUndo: ${kind}`]: async () => () =>
      callApi(app, contract.previewUndo, { params: { id } }, as),
    [`checkImport: ${kind} that are there`]: async () => {
      const { data: again } = await imports.upload(file);
      return () => imports.check(again);
    },
    [`undoImport: ${kind}`]: async () => () => imports.undo(id),
  };
}
