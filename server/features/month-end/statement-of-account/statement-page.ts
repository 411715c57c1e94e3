import { dayOf, formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { movementNames } from '#contract/month-end/cash-book.ts';
import { formatFigure } from '#contract/month-end/format-figure.ts';
import { type StatementDays, statementTexts } from '#contract/month-end/statement-of-account.ts';
import { label, letterhead, note } from '#server/features/invoices/pdf/document-page.ts';
import { bankRow } from '#server/features/invoices/pdf/invoice-page.ts';
import { bankDetails } from '#server/platform/pdf/bank-details.ts';
import { type Block, inks, type PdfContent, type Text } from '#server/platform/pdf/content.ts';
import type { Issuer } from '#server/platform/db/tables.ts';
import type { Statement, StatementRow } from './read-statement.ts';

interface From {
  issuer: Issuer;
  logo: Uint8Array | undefined;
  at: Date;
}

export function statementPage({ issuer, logo, at }: From, statement: Statement): PdfContent {
  const { name, address, days, rows, brought, open, donations } = statement;
  const lines = address.split(/\s*[\r\n]+\s*/).filter((line) => line !== '');
  return {
    title: `${statementTexts.title}, ${name}`,
    author: issuer.name,
    createdAt: at,
    blocks: [
      ...letterhead({ issuer, logo }),
      {
        kind: 'text',
        above: 30,
        text: { text: statementTexts.title.toUpperCase(), size: 22, bold: true, letterSpacing: 1 },
      },
      {
        kind: 'columns',
        above: 14,
        columns: [
          { share: 1, texts: [label('Date'), { text: formatDay(dayOf(at)) }, ...period(days)] },
          { share: 2, texts: [label('For'), ...[name, ...lines].map((text) => ({ text }))] },
        ],
      },
      ...(rows === null ? [] : accountOf(rows, { brought, days })),
      ...howToPay(issuer, open),
      ...donationsOf(donations),
    ],
  };
}

/** Below the date, if it is not of all time. */
function period({ from, to }: StatementDays): Text[] {
  if (from === undefined && to === undefined) return [];
  const words = [
    ...(from === undefined ? [] : [`from ${formatDay(from)}`]),
    ...(to === undefined ? [] : [`to ${formatDay(to)}`]),
  ].join(' ');
  return [label('Period'), { text: words }];
}

function accountOf(
  rows: readonly StatementRow[],
  { brought, days: { from } }: Pick<Statement, 'brought' | 'days'>,
): Block[] {
  if (rows.length === 0 && brought === 0) return [note('No invoices and no payments.')];
  let balance = brought;
  const first: [Text, ...Text[]][] =
    from === undefined
      ? []
      : [
          [
            { text: `${formatDay(from)}   ${statementTexts.brought}` },
            right({ text: '' }),
            amount(brought / 100),
          ],
        ];
  const shown = rows.map(({ day, what, document, line, cents }): [Text, ...Text[]] => {
    balance += cents;
    const of = [document, line].filter(Boolean).join(': ');
    const words = [formatDay(day), movementNames[what], of].filter(Boolean).join('   ');
    return [{ text: words }, amount(cents / 100), amount(balance / 100)];
  });
  const columns = [label('Invoices and payments'), right(label('Amount')), right(label('Balance'))];
  return [
    {
      kind: 'table',
      above: 24,
      isDense: true,
      rows: [columns as [Text, ...Text[]], ...first, ...shown],
    },
    { kind: 'text', above: 14, text: { text: balanceInWords(balance), size: 12, bold: true } },
  ];
}

function balanceInWords(cents: number): string {
  if (cents === 0) return 'Nothing is owed.';
  const rand = formatRand(Math.abs(cents) / 100);
  return cents > 0 ? `To pay: ${rand}` : `Credit in your favour: ${rand}`;
}

/** Each open invoice with its own reference, and where to pay. */
function howToPay(issuer: Issuer, open: Statement['open']): Block[] {
  if (open.length === 0) return [];
  const details = bankDetails(issuer, '');
  const rows = open.map(({ number, reference, cents }): [Text, Text] => [
    { text: `Payment reference for ${number}, ${formatRand(cents / 100)}`, color: inks.muted },
    { text: reference, bold: true },
  ]);
  const title = { text: 'How to pay', size: 13, bold: true, color: inks.brand };
  if (details.length === 0) return [note('Please contact us for our bank details.')];
  return [{ kind: 'panel', above: 24, title, rows: [...details.map(bankRow), ...rows] }];
}

function donationsOf(donations: Statement['donations']): Block[] {
  if (donations.length === 0) return [];
  const total = donations.reduce((all, { cents }) => all + cents, 0);
  return [
    {
      kind: 'table',
      above: 24,
      isDense: true,
      rows: [
        [label('Donations received'), right(label('Amount'))],
        ...donations.map(({ day, document, cents }): [Text, Text] => [
          { text: `${formatDay(day)}   ${document}` },
          amount(cents / 100),
        ]),
        [
          { text: 'Thank you for', bold: true },
          { ...amount(total / 100), bold: true },
        ],
      ],
    },
  ];
}

const right = (text: Text): Text => ({ ...text, align: 'right' });
const amount = (rand: number): Text => right({ text: formatFigure(rand) });
