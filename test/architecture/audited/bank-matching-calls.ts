import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import type { AuditFixture } from './fixture.ts';

export function bankMatchingCalls({ app, as, made, email }: AuditFixture) {
  const bank = openMatching(app, as.token);
  const booked = async () => {
    const id = await bank.line(email(), 10);
    const { data: invoice } = await made.invoice();
    return bank.book(id, [{ kind: 'invoice', amount: 10, recordId: invoice.id }]);
  };
  return {
    bookMoneyLine: booked,
    bookCertainLines: async () => {
      const { data: invoice } = await made.invoice();
      return bank.bookCertain([await bank.line(invoice.paymentReference, 10)]);
    },
    undoMatch: async () => bank.undo((await booked()).data.matches[0]?.id ?? ''),
    dismissMoneyLine: async () => bank.dismiss(await bank.line(email(), 10)),
    reopenMoneyLine: async () => {
      const id = await bank.line(email(), 10);
      await bank.dismiss(id);
      return bank.reopen(id);
    },
  };
}
