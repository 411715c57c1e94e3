import * as contract from '#contract/imports/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { onePerson, openImports } from '#test/support/imports/open-imports.ts';
import type { GrowthCalls, GrowthFixture } from './measured-app.ts';

/** Imports. Those that leave an audit entry are among the audited calls. */
export function importGrowthCalls({ app, as, email, direct }: GrowthFixture): GrowthCalls {
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
  };
}
