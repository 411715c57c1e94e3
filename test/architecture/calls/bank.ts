import * as matching from '#contract/bank-matching/endpoints.ts';
import { getPayout } from '#contract/bank-matching/payouts.ts';
import * as contract from '#contract/bank-statements/endpoints.ts';
import { downloadProof, searchProofs, updateProof } from '#contract/proofs/admin-endpoints.ts';
import { getProofToken, readProofLink, sendProof } from '#contract/proofs/endpoints.ts';
import { makeProofToken } from '#server/features/proofs/proof-link.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { oneMovement, openStatements } from '#test/support/bank-statements/open-statements.ts';
import { callApi } from '#test/support/call.ts';
import { pdf, proofOf, sendProofOf } from '#test/support/proofs/send-proof.ts';
import type { Call } from './call.ts';
import type { Fixture } from './fixture.ts';

/** Of the account that takes EFT, whose first statement came years after its first payment. */
const opens = {
  exception: {
    perMember: 6,
    ms: 500,
    reason: 'adds up what was posted before the first statement',
  },
};

export function bankStatementCalls({ app, as, call, run }: Fixture): Call[] {
  const statements = openStatements(app, as.token);
  const ready = () => statements.ready(oneMovement('ready'));
  const imported = async () => ({
    params: { id: await statements.imported(oneMovement('imported')) },
  });
  const newAccount = { bank: 'Absa', number: '62000000017', name: '' } as const;
  return [
    call(contract.searchStatements, { body: {} }),
    call(contract.listBankAccounts, {}),
    call(contract.getStatement, imported),
    call(contract.downloadStatement, imported),
    call(contract.searchBankLines, async () => ({
      ...(await imported()),
      body: { text: 'imported' },
    })),
    run(contract.uploadStatement, async () => () => statements.upload(oneMovement('upload'))),
    call(contract.updateStatement, async () => {
      const { data } = await statements.upload(oneMovement('choose'));
      return { params: { id: data.id }, body: { newAccount } };
    }),
    run(
      contract.importStatement,
      async () => {
        const id = await ready();
        return () => statements.run(id);
      },
      opens,
    ),
    call(contract.removeStatement, imported, opens),
  ];
}

export function bankMatchingCalls({ app, as, call, email, made }: Fixture): Call[] {
  const bank = openMatching(app, as.token);
  const { searchMoneyLines, bookMoneyLine } = matching;
  const line = async (text: string, rand = 10) => ({ params: { id: await bank.line(text, rand) } });
  const toBook = async () => {
    const input = await line(email());
    const recordId = (await made.invoice()).data.id;
    return { ...input, body: { parts: [{ kind: 'invoice' as const, amount: 10, recordId }] } };
  };
  return [
    call(searchMoneyLines, { body: {} }),
    call(searchMoneyLines, { body: { certainty: 'certain' } }, { case: 'certain' }),
    call(searchMoneyLines, { body: { text: 'Dlamini 4711' } }, { case: 'text' }),
    call(getPayout, () => line('PAYFAST   PO00918273', 3482.15)),
    call(matching.countMoneyLines, { query: {} }),
    call(matching.getMoneyLine, () => line('MEMBERSHIP DLAMINI INV 512', 450), {
      exception: { perMember: 0.03, ms: 300, reason: 'reads the open records of one surname' },
    }),
    call(bookMoneyLine, toBook),
    call(matching.bookCertainLines, async () => {
      const { data: invoice } = await made.invoice();
      return { body: { lineIds: [await bank.line(invoice.paymentReference, 10)] } };
    }),
    call(matching.undoMatch, async () => {
      const { data } = await callApi(app, bookMoneyLine, await toBook(), as);
      return { params: { id: data.matches[0]?.id ?? '' }, body: { reason: 'A mistake' } };
    }),
    call(matching.dismissMoneyLine, async () => ({
      ...(await line(email())),
      body: { reason: 'Sold a table' },
    })),
    call(matching.reopenMoneyLine, async () => {
      const input = await line(email());
      await bank.dismiss(input.params.id);
      return input;
    }),
  ];
}

/** Proofs of payment, of payers and of administrators. */
export function proofCalls({ app, call, invoice, run, someone }: Fixture): Call[] {
  const proof = async () => ({ params: { id: await proofOf(app, (await someone()).invoiceId) } });
  return [
    call(getProofToken, { params: { id: invoice.id } }),
    call(
      readProofLink,
      async () => {
        const { invoiceId } = await someone();
        return { body: { token: makeProofToken(app.secret, invoiceId, app.clock.now()) } };
      },
      { by: 'nobody' },
    ),
    run(
      sendProof,
      async () => {
        const { invoiceId } = await someone();
        return () => sendProofOf(app, invoiceId, pdf('growth'));
      },
      { notAudited: 'payers send it themselves, and the file records it' },
    ),
    call(searchProofs, { body: {} }),
    call(searchProofs, { body: { isWaiting: true } }, { case: 'waiting' }),
    call(searchProofs, { body: { sortBy: 'InvoiceNumber' } }, { case: 'by number' }),
    call(downloadProof, proof),
    call(updateProof, async () => ({ ...(await proof()), body: { isDealtWith: true } })),
  ];
}
