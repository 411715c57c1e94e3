import { oneMovement, openStatements } from '#test/support/bank-statements/open-statements.ts';
import type { AuditFixture } from './fixture.ts';

export function bankStatementCalls({ app, as }: AuditFixture) {
  const statements = openStatements(app, as.token);
  const newAccount = { bank: 'Absa', number: '62000000017', name: '' } as const;
  return {
    uploadStatement: () => statements.upload(oneMovement('upload')),
    updateStatement: async () => {
      const { data } = await statements.upload(oneMovement('choose'));
      return statements.choose(data.id, { newAccount });
    },
    importStatement: async () => statements.run(await statements.ready(oneMovement('import'))),
    removeStatement: async () =>
      statements.remove(await statements.imported(oneMovement('remove'))),
  };
}
