import { inks, type Block, type Text, type TextStyle } from './content.ts';
import { wrapText } from './wrap-text.ts';

/** Measures with the fonts of the document. */
export interface Metrics {
  widthOf(text: string, style: TextStyle): number;
  lineHeight(style: TextStyle): number;
}

export interface Line {
  text: string;
  style: TextStyle;
  x: number;
  above: number;
  height: number;
}

export interface Image {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** The cells of a row stand side by side. A row without cells is a rule or an image. */
export interface Row {
  cells: Line[][];
  top: number;
  bottom: number;
  /** The colour behind the row, over the width of the page. */
  fill?: string;
  image?: Image;
}

export const margin = 56;
export const width = 595.28 - 2 * margin;
const gap = 16;
const labelWidth = 163;

/** The rows of a block, from the top to the bottom. */
export function layOutBlock(block: Block, metrics: Metrics): Row[] {
  const cell = (texts: Text[], x: number, cellWidth: number) =>
    texts.flatMap((text) => linesOf(text, { x, width: cellWidth }, metrics));
  switch (block.kind) {
    case 'text':
      return [{ cells: [cell([block.text], 0, width)], top: 0, bottom: 0 }];
    case 'image': {
      const { bytes, width: imageWidth, height, below } = block;
      const image = { bytes, width: imageWidth, height };
      return [{ cells: [], top: height, bottom: below, image }];
    }
    case 'rule':
      return [rule(block.color, block.thickness)];
    case 'columns':
      return [{ cells: columnsOf(block.columns, cell), top: 0, bottom: 0 }];
    case 'table':
      return tableRows(block, metrics, cell);
    case 'panel':
      return [
        { cells: [cell([block.title], 0, width)], top: 0, bottom: 8 },
        ...panelRows(block.rows, cell),
      ];
  }
}

export function heightOf({ cells, top, bottom }: Row): number {
  const heights = cells.map((lines) =>
    lines.reduce((sum, { above, height }) => sum + above + height, 0),
  );
  return top + Math.max(0, ...heights) + bottom;
}

type MakeCell = (texts: Text[], x: number, cellWidth: number) => Line[];

function columnsOf(columns: { share: number; texts: Text[] }[], cell: MakeCell): Line[][] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const unit = (width - gap * (columns.length - 1)) / shares;
  let x = 0;
  return columns.map(({ share, texts }) => {
    const lines = cell(texts, x, share * unit);
    x += share * unit + gap;
    return lines;
  });
}

function tableRows(
  { rows, isDense = false }: Extract<Block, { kind: 'table' }>,
  metrics: Metrics,
  cell: MakeCell,
): Row[] {
  const padding = isDense ? { top: 3, bottom: 3 } : { top: 9, bottom: 8 };
  const count = Math.max(...rows.map((row) => row.length - 1));
  const amounts = rows.flatMap(([, ...others]) => others);
  const widest = Math.max(...amounts.map((amount) => metrics.widthOf(amount.text, amount)));
  // Several amounts take two thirds of the width at most.
  const between = count === 1 ? gap : gap / 2;
  const most = count === 1 ? width / 2 : (width * 2) / 3 / count - between;
  const column = Math.min(widest, most);
  const place = (index: number) => width - (count - index) * (column + between) + between;
  return rows.flatMap(([first, ...others], index) => [
    {
      cells: [
        cell([first], 0, others.length === 0 ? width : place(0) - between),
        ...others.map((amount, at) => cell([amount], place(at), column)),
      ],
      top: index === 0 ? 0 : padding.top,
      bottom: index === 0 ? 5 : padding.bottom,
    },
    rule(inks.hairline, 0.75),
  ]);
}

function panelRows(rows: [Text, Text][], cell: MakeCell): Row[] {
  const padding = 17;
  return rows.map(([label, value], index) => ({
    cells: [
      cell([label], padding, labelWidth - gap),
      cell([value], padding + labelWidth, width - labelWidth - 2 * padding),
    ],
    top: index === 0 ? 15 : 4,
    bottom: index === rows.length - 1 ? 13 : 3,
    fill: inks.panel,
  }));
}

function rule(color: string, thickness: number): Row {
  return { cells: [], top: thickness, bottom: 0, fill: color };
}

function linesOf(text: Text, box: { x: number; width: number }, metrics: Metrics): Line[] {
  const fits = (line: string) => metrics.widthOf(line, text) <= box.width;
  const height = metrics.lineHeight(text);
  return wrapText(text.text, fits).map((line, index) => ({
    text: line,
    style: text,
    x: text.align === 'right' ? box.x + box.width - metrics.widthOf(line, text) : box.x,
    above: index === 0 ? (text.above ?? 0) : 0,
    height,
  }));
}
