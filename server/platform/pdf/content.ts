/** The light colours of the identity. Paper stays light. */
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

export interface TextStyle {
  /** In points, 10.5 by default. */
  size?: number;
  bold?: boolean;
  color?: string;
  letterSpacing?: number;
}

/** Wrapped to its column. */
export interface Text extends TextStyle {
  text: string;
  align?: 'right';
  above?: number;
}

export interface Column {
  /** Its share of the width that the gaps leave. */
  share: number;
  texts: Text[];
}

/** A block moves to the next page as a whole if one page can hold it. `above` is the space before it. */
export type Block =
  | { kind: 'text'; above: number; text: Text }
  /** A PNG or JPEG. Points. */
  | {
      kind: 'image';
      above: number;
      bytes: Uint8Array;
      width: number;
      height: number;
      below: number;
    }
  | { kind: 'rule'; above: number; color: string; thickness: number }
  | { kind: 'columns'; above: number; columns: Column[] }
  /** A hairline below each row. All columns but the first are as wide as the widest of their amounts. A single text takes the width. */
  | { kind: 'table'; above: number; rows: [Text, ...Text[]][]; isDense?: boolean }
  /** Labels and values on a pale background, below their title. */
  | { kind: 'panel'; above: number; title: Text; rows: [Text, Text][] };

/** What a PDF shows, as plain data, so that another thread can draw it. */
export interface PdfContent {
  title: string;
  author: string;
  createdAt: Date;
  blocks: Block[];
}
