import type { Content, Table, TableCell } from 'pdfmake/interfaces.js';

/** The light colours of the identity; paper stays light. */
export const inks = {
  text: '#1C2420',
  muted: '#55615A',
  brand: '#1F4D3A',
  accent: '#D9A441',
  good: '#0F5B2E',
  error: '#9B1C1C',
  hairline: '#C9CFC8',
  panel: '#EEF5F0',
};

export const margin = 56;
const width = 595.28 - 2 * margin;

export function rule(color: string, thickness: number): Content {
  return {
    canvas: [{ type: 'rect', x: 0, y: 0, w: width, h: thickness, color }],
    margin: [0, 12, 0, 0],
  };
}

/** Rows with a hairline below each; the second column is as wide as its amounts. */
export function lineTable(body: TableCell[][]): Content {
  return {
    table: { widths: ['*', 'auto'], headerRows: 1, body },
    layout: {
      hLineWidth: (row) => (row === 0 ? 0 : 0.75),
      vLineWidth: () => 0,
      hLineColor: () => inks.hairline,
      paddingLeft: () => 0,
      paddingRight: () => 0,
      paddingTop: (row) => (row === 0 ? 0 : 9),
      paddingBottom: (row) => (row === 0 ? 5 : 8),
    },
  };
}

/** Labels and values on a pale ground. */
export function panel(body: TableCell[][]): Content {
  const isLast = (row: number, table: Table) => row === table.body.length - 1;
  return {
    table: { widths: [130, '*'], body },
    layout: {
      defaultBorder: false,
      fillColor: inks.panel,
      paddingLeft: () => 16,
      paddingRight: () => 16,
      paddingTop: (row) => (row === 0 ? 14 : 3),
      paddingBottom: (row, { table }) => (isLast(row, table) ? 12 : 3),
    },
  };
}

/** Enough for any address that a letter carrier reads; the rest would push the page over. */
export function fewLines(text: string): string[] {
  return text
    .split(/\s*[\r\n]+\s*/)
    .filter((line) => line !== '')
    .slice(0, 8);
}
