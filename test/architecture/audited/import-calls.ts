import { discardImport, inviteImported } from '#contract/imports/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { onePerson, openImports } from '#test/support/imports/open-imports.ts';
import type { AuditFixture } from './fixture.ts';

export function importCalls({ app, as, email }: AuditFixture) {
  const imports = openImports(app, as.token);
  const file = () => onePerson(email().split('@')[0] ?? '');
  async function imported() {
    const id = await imports.checked(file());
    await imports.start(id);
    return id;
  }
  return {
    uploadImport: () => imports.upload(file()),
    startImport: async () => imports.start(await imports.checked(file())),
    importMember: async () => imports.start(await imports.checked(file())),
    changeImported: async () => {
      const address = email();
      const name = address.split('@')[0] ?? '';
      await imports.start(await imports.checked(onePerson(name)));
      const changed = onePerson(name).replace('Nomsa', 'Nompumelelo');
      return imports.start(await imports.checked(changed, { existing: 'replace' }));
    },
    importPayment: async () => {
      const payments = openImports(app, as.token, 'payments');
      const lines = `First name,Surname,Email,Amount,Date\nKoos,Botha,${email()},5,2020-01-31`;
      return payments.start(await payments.checked(lines));
    },
    importDonation: async () => {
      const donations = openImports(app, as.token, 'donations');
      const lines = `First name,Surname,Email,Amount,Date\nKoos,Botha,${email()},5,2020-01-31`;
      return donations.start(await donations.checked(lines));
    },
    undoImport: async () => imports.undo(await imported()),
    discardImport: async () => {
      const id = await imports.checked(file());
      return callApi(app, discardImport, { params: { id } }, as);
    },
    inviteImported: async () => {
      const id = await imported();
      return callApi(app, inviteImported, { params: { id }, body: { most: 1 } }, as);
    },
  };
}
