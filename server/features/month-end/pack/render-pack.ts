import { formatAmount, formatFigure } from '#contract/month-end/format-figure.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import type { FigureLine, FigureSection, FigureTable } from '#contract/month-end/endpoints.ts';
import { type Block, inks, type PdfContent, type Text } from '#server/platform/pdf/content.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import type { PeriodFigures } from '../figures/read-period.ts';

type PdfRow = [Text, ...Text[]];
type Pack = Pick<PeriodFigures, 'period' | 'title' | 'isClosed' | 'sections' | 'readAt'>;

/** A4 pages, with the same bytes for the same figures. */
export function renderPack(organisation: string, pack: Pack): Promise<Buffer> {
  return renderPdf(packContent(organisation, pack));
}

function packContent(
  organisation: string,
  { period, title, isClosed, sections, readAt }: Pack,
): PdfContent {
  const heading = period.includes('-') ? `${texts.title}, ${title}` : title;
  const state = isClosed
    ? { text: texts.closed, color: inks.good }
    : { text: texts.notClosed, color: inks.error };
  return {
    title: heading,
    author: organisation,
    createdAt: readAt,
    blocks: [
      {
        kind: 'text',
        above: 0,
        text: { text: organisation, size: 16, bold: true, color: inks.brand },
      },
      { kind: 'rule', above: 8, color: inks.accent, thickness: 2 },
      { kind: 'text', above: 16, text: { text: heading, size: 20, bold: true } },
      { kind: 'text', above: 2, text: state },
      ...sections.map(sectionBlock),
    ],
  };
}

/** One table, so that its title is never alone at the end of a page. */
function sectionBlock({ title, note, table, lines }: FigureSection): Block {
  const explained: PdfRow[] = note === '' ? [] : [[{ text: note, size: 9, color: inks.muted }]];
  return {
    kind: 'table',
    above: 18,
    isDense: true,
    rows: [
      [{ text: title, size: 13, bold: true }],
      ...explained,
      ...(table === undefined ? [] : tableRows(table)),
      ...lines.map(lineOf),
    ],
  };
}

function tableRows({ unit, columns, rows }: FigureTable): PdfRow[] {
  const small: Omit<Text, 'text'> = { size: 9, color: inks.muted };
  return [
    [{ text: '' }, ...columns.map((text): Text => ({ ...small, text, align: 'right' }))],
    ...rows.map(({ label, amounts, style }): PdfRow => {
      const look = { ...looks[style], size: 9.5 };
      return [
        { ...look, text: label },
        ...amounts.map((amount): Text => ({
          ...look,
          text: formatAmount(unit, amount),
          align: 'right',
        })),
      ];
    }),
  ];
}

function lineOf({ label, detail, amount, style }: FigureLine): [Text, Text] {
  const look = looks[style];
  const indent = style === 'part' ? '    ' : '';
  const words = detail === '' ? label : `${label}: ${detail}`;
  return [
    { ...look, text: `${indent}${words}` },
    { ...look, text: amount === null ? '' : formatFigure(amount), align: 'right' },
  ];
}

const looks: Record<FigureLine['style'], Omit<Text, 'text'>> = {
  plain: {},
  part: { size: 9.5, color: inks.muted },
  sum: { bold: true },
  proof: { size: 9.5, color: inks.good },
  broken: { size: 9.5, color: inks.error, bold: true },
};
