import type { ImportKind } from '#contract/imports/columns.ts';
import * as contract from '#contract/imports/endpoints.ts';
import { importKinds, manyRows } from '#test/support/imports/many-rows.ts';
import { onePerson, openImports } from '#test/support/imports/open-imports.ts';
import type { Call } from './call.ts';
import type { Fixture } from './fixture.ts';

/** Few, because the removal of a sign-in reads some tables of a page each, which have statistics or not. */
const rowsOfFile = 4;

export function importCalls(fixture: Fixture): Call[] {
  const { app, as, call, email, run } = fixture;
  const { startImport, updateImport } = contract;
  const imports = openImports(app, as.token);
  const name = () => email().split('@')[0] ?? '';
  const checked = () => imports.checked(onePerson(name()));
  const params = async () => ({ params: { id: await checked() } });
  const imported = async () => {
    const input = await params();
    await imports.start(input.params.id);
    return input;
  };
  return [
    call(contract.listImports, {}),
    call(contract.getImport, params),
    call(
      updateImport,
      async () => {
        const input = await params();
        return { ...input, body: { mapping: (await imports.read(input.params.id)).mapping } };
      },
      { notAudited: 'says what a file means, and changes no record' },
    ),
    run(
      contract.checkImport,
      async () => {
        const { data: id } = await imports.upload(onePerson(name()));
        return () => imports.check(id);
      },
      { notAudited: 'changes no record' },
    ),
    call(contract.searchImportRows, async () => ({ ...(await params()), body: {} })),
    call(contract.getImportProblems, async () => ({ ...(await params()), query: {} })),
    call(contract.previewUndo, imported),
    run(contract.uploadImport, async () => () => imports.upload(onePerson(name()))),
    run(
      startImport,
      async () => {
        const id = await checked();
        return () => imports.start(id);
      },
      { audits: ['startImport', 'importMember'] },
    ),
    run(
      startImport,
      async () => {
        const same = name();
        await imports.start(await imports.checked(onePerson(same)));
        const changed = onePerson(same).replace('Nomsa', 'Nompumelelo');
        const id = await imports.checked(changed, { existing: 'replace' });
        return () => imports.start(id);
      },
      { case: 'of a member that is there', audits: ['changeImported'] },
    ),
    run(contract.undoImport, async () => {
      const { params: input } = await imported();
      return () => imports.undo(input.id);
    }),
    call(contract.discardImport, params),
    call(contract.inviteImported, async () => ({ ...(await imported()), body: { most: 1 } })),
    ...importKinds.flatMap((kind) => stepsOf(fixture, kind)),
  ];
}

const actions: Partial<Record<ImportKind, string[]>> = {
  payments: ['importPayment'],
  donations: ['importDonation'],
};

/** The steps of a file of one kind, with all that their worker does. Dlamini is the most common last name. */
function stepsOf({ app, as, call, run }: Fixture, kind: ImportKind): Call[] {
  const imports = openImports(app, as.token, kind);
  const file = manyRows(kind, 'Dlamini', rowsOfFile);
  let id = '';
  const upload = async () => (await imports.upload(file)).data;
  const check = async () => {
    id = await upload();
    return () => imports.check(id);
  };
  return [
    run(contract.checkImport, check, { case: kind }),
    run(
      contract.startImport,
      async () => {
        await (
          await check()
        )();
        return () => imports.start(id);
      },
      { case: kind, audits: actions[kind] ?? [] },
    ),
    call(contract.previewUndo, () => ({ params: { id } }), { case: kind }),
    run(
      contract.checkImport,
      async () => {
        const again = await upload();
        return () => imports.check(again);
      },
      { case: `${kind} that are there` },
    ),
    run(contract.undoImport, async () => () => imports.undo(id), { case: kind }),
  ];
}
