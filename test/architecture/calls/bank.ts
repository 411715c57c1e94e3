import { addDays } from '#contract/calendar.ts';
import * as matching from '#contract/bank-matching/endpoints.ts';
import { getPayout } from '#contract/bank-matching/payouts.ts';
import * as contract from '#contract/bank-statements/endpoints.ts';
import { checkBooks, getBooks } from '#contract/books/endpoints.ts';
import { dayOf } from '#contract/days.ts';
import { searchBalances } from '#contract/month-end/balances.ts';
import { searchMovements } from '#contract/month-end/cash-book.ts';
import * as monthEnd from '#contract/month-end/endpoints.ts';
import { searchExceptions } from '#contract/month-end/exceptions.ts';
import { getPlots } from '#contract/month-end/plots.ts';
import { addMonths, monthOf } from '#contract/month-end/periods.ts';
import { recordMoney } from '#contract/payments/credits.ts';
import { downloadProof, searchProofs, updateProof } from '#contract/proofs/admin-endpoints.ts';
import { getProofToken, readProofLink, sendProof } from '#contract/proofs/endpoints.ts';
import { makeProofToken } from '#server/features/proofs/proof-link.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { oneMovement, openStatements } from '#test/support/bank-statements/open-statements.ts';
import { callApi } from '#test/support/call.ts';
import { pdf, proofOf, sendProofOf } from '#test/support/proofs/send-proof.ts';
import { seededDay } from '#test/support/seed-large.ts';
import type { Call } from './call.ts';
import { cashCountCalls } from './cash-count.ts';
import type { Fixture } from './fixture.ts';
import { wholeFile } from './searches.ts';

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

const addsUp = {
  exception: {
    perMember: 26,
    ms: 2000,
    reason: 'adds up the ledger and PayFast, if no month before is closed',
  },
};

function cashBookCalls(call: Fixture['call'], params: { period: string }): Call[] {
  return [
    call(searchMovements, { body: { ...params, account: 'bank' } }, addsUp),
    call(
      searchMovements,
      { body: { ...params, account: 'all', text: 'Dlamini' } },
      { ...addsUp, case: 'text' },
    ),
    call(searchMovements, { body: { ...params, account: 'all' } }, wholeFile(20)),
    call(searchBalances, { body: {} }, addsUp),
    call(searchBalances, { body: { text: 'Dlamini' } }, { ...addsUp, case: 'text' }),
    call(searchBalances, { body: {} }, wholeFile(20)),
    call(
      searchExceptions,
      { body: params },
      {
        exception: { perMember: 0.1, ms: 300, reason: 'reads the audit log of the period' },
      },
    ),
    call(searchExceptions, { body: params }, wholeFile(20)),
  ];
}

const booksCalls = (call: Fixture['call']): Call[] => [
  call(getBooks, {}),
  call(
    checkBooks,
    {},
    {
      notAudited: 'changes no record',
      exception: {
        perMember: 210,
        ms: 6000,
        reason:
          'adds up every invoice, payment, bank line and entry, and compares them with the audit log, and every closed month with its list',
      },
    },
  ),
];

export function monthEndCalls(fixture: Fixture): Call[] {
  const { app, as, call } = fixture;
  // The month before the day of the seed. Later months have few bookings.
  const params = { period: addMonths(monthOf(seededDay), -1) };
  const read = async () => (await callApi(app, monthEnd.getMonthEnd, {}, as)).data;
  /** The first open month, with money in a month that is over. */
  const toClose = async () => {
    const paidOn = addDays(dayOf(app.ctx().at), -40);
    const money = { payerName: 'Nomsa Dlamini', amount: 50, paidOn, paidBy: 'EFT' as const };
    await callApi(app, recordMoney, { body: money }, as);
    return { body: { month: (await read()).toClose ?? '', despiteFailures: true } };
  };
  return [
    ...booksCalls(call),
    call(monthEnd.getMonthEnd, {}),
    call(monthEnd.getFigures, { params }, addsUp),
    call(getPlots, { params }, addsUp),
    ...cashBookCalls(call, params),
    call(monthEnd.getFiguresPdf, { params }, addsUp),
    call(
      monthEnd.getFiguresSpreadsheet,
      { params },
      {
        exception: {
          perMember: 30,
          ms: 4000,
          reason: 'adds up the ledger and lists the open invoices',
        },
      },
    ),
    call(monthEnd.getJournal, { params: { ...params, program: 'xero' } }, addsUp),
    call(monthEnd.closeMonth, toClose, {
      exception: {
        perMember: 270,
        ms: 9000,
        reason:
          'checks the books each time, and here closes a month before seven years of bookings',
      },
    }),
    call(
      monthEnd.reopenMonth,
      async () => {
        await callApi(app, monthEnd.closeMonth, await toClose(), as);
        return { body: { month: (await read()).toReopen ?? '', reason: 'by mistake' } };
      },
      {
        exception: {
          perMember: 50,
          ms: 2000,
          reason: 'adds up what was posted before the accounts began',
        },
      },
    ),
    call(monthEnd.updateMonthEndSettings, async () => {
      const { settings } = await read();
      return { body: { ...settings, yearEndMonth: (settings.yearEndMonth % 12) + 1 } };
    }),
    ...cashCountCalls(fixture),
    call(
      monthEnd.updateOpeningBalances,
      async () => {
        const { openingBalances } = await read();
        const cash = openingBalances.find(({ account }) => account === 'cash');
        const amount = (cash?.amount ?? 0) + 1;
        // Before the first money: months with it can be closed.
        const day = cash?.day ?? '2015-12-31';
        const entered = { account: 'cash' as const, bankAccountId: null, amount, day };
        return { body: { balances: [entered] } };
      },
      { exception: { perMember: 3, ms: 2000, reason: 'adds up what was posted in the account' } },
    ),
  ];
}
