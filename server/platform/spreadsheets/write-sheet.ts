import { columnLetters } from '#contract/imports/file-texts.ts';
import { escapeHtml } from '#server/platform/markup/escape-html.ts';
import { writeZip } from '#server/platform/files/write-zip.ts';

/** Text stays text, whatever it looks like. A day or moment is ISO text that Excel sorts and counts with. */
export type SheetCell =
  | string
  | { kind: 'heading'; value: string }
  | { kind: 'number' | 'money'; value: number }
  | { kind: 'day' | 'moment'; value: string };

type Batch = readonly (readonly SheetCell[])[];

export interface Sheet {
  header: readonly string[];
  /** In characters. The default: that of the heading, if it is not very short or long. */
  widths?: readonly number[];
  /** In batches, which are written as they come. */
  rows: AsyncIterable<Batch> | Iterable<Batch>;
}

export interface NamedSheet extends Sheet {
  /** At most 31 characters. */
  name: string;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The places of the formats in `cellXfs`. */
const styles = { number: 0, heading: 1, money: 2, day: 3, moment: 4 } as const;

const partsOf = (names: readonly string[]) => ({
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${office}.styles+xml"/>${names.map((_, n) => `<Override PartName="/xl/worksheets/sheet${n + 1}.xml" ContentType="${office}.worksheet+xml"/>`).join('')}</Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names.map((name, n) => `<sheet name="${escapeHtml(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${names.map((_, n) => `<Relationship Id="rId${n + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`).join('')}<Relationship Id="rId${names.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
});

/** What Excel can hold. */
const mostRows = 1_048_576;
const longestText = 32_767;
const tooManyRows = 'An Excel sheet cannot hold more rows. Download the CSV file for all of them.';

/** An Excel workbook with one sheet, in pieces: only one batch of rows is in memory. */
export async function* writeSheet({
  rows,
  at,
  ...sheet
}: Sheet & { at: Date }): AsyncGenerator<Buffer, void> {
  // Before the first piece, so that a failure can still be an error reply.
  const begun = await begin(rows);
  try {
    yield* writeWorkbook([{ ...sheet, name: 'List', rows: begun.rows }], at);
  } finally {
    await begun.end();
  }
}

/** The rows with their first batch read. */
async function begin(rows: Sheet['rows']) {
  async function* each() {
    yield* rows;
  }
  const batches = each();
  const first = await batches.next();
  async function* all() {
    if (first.done === true) return;
    yield first.value;
    yield* batches;
  }
  return { rows: all(), end: () => batches.return() };
}

/** Sheet after sheet, whose rows are asked for one after the other. */
export function writeWorkbook(
  sheets: readonly NamedSheet[],
  at: Date,
): AsyncGenerator<Buffer, void> {
  const parts = Object.entries(partsOf(sheets.map(({ name }) => name)));
  return writeZip(
    [
      ...parts.map(([name, xml]) => ({ name, chunks: () => [declaration + xml] })),
      ...sheets.map((sheet, n) => ({
        name: `xl/worksheets/sheet${n + 1}.xml`,
        chunks: () => sheetOf(sheet),
      })),
    ],
    at,
  );
}

async function* sheetOf({ header, rows, ...sheet }: Sheet): AsyncGenerator<string> {
  const letters = header.map((_, index) => columnLetters(index));
  const widths = sheet.widths ?? header.map((text) => Math.min(40, Math.max(14, text.length + 4)));
  // The rows scroll below the headings.
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.map((width, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`).join('')}</cols><sheetData>${rowOf(header, 1, letters, ` s="${styles.heading}"`)}`;
  let row = 1;
  for await (const batch of rows) {
    const room = mostRows - 1 - row;
    yield batch
      .slice(0, room)
      .map((cells) => rowOf(cells, (row += 1), letters))
      .join('');
    if (batch.length > room) {
      yield rowOf([tooManyRows], row + 1, letters);
      break;
    }
  }
  // Without it, Excel marks each number that is kept as text.
  const all = `A1:${letters.at(-1) ?? 'A'}${mostRows}`;
  yield `</sheetData><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

function rowOf(
  cells: readonly SheetCell[],
  row: number,
  letters: readonly string[],
  style = '',
): string {
  let written = `<row r="${row}">`;
  for (const [index, cell] of cells.entries()) {
    if (cell !== '')
      written += cellOf(cell, `${letters[index] ?? columnLetters(index)}${row}`, style);
  }
  return `${written}</row>`;
}

function cellOf(cell: SheetCell, place: string, style: string): string {
  if (typeof cell === 'string') {
    return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
  }
  if (cell.kind === 'heading') return cellOf(cell.value, place, ` s="${styles.heading}"`);
  if (typeof cell.value === 'number') {
    return `<c r="${place}" s="${styles[cell.kind]}"><v>${cell.value}</v></c>`;
  }
  const serial = serialOf(cell.value);
  // Excel knows no day before 1900, and counts one too many until March of that year.
  if (!(serial > 60)) return cellOf(cell.value, place, style);
  return `<c r="${place}" s="${styles[cell.kind]}"><v>${serial}</v></c>`;
}

/** Days since the last day of 1899, as Excel counts them. `2026-11-20 14:05` has a part of a day. */
function serialOf(text: string): number {
  const time = Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? ':00Z' : ''}`);
  return Number(((time - Date.UTC(1899, 11, 30)) / 86_400_000).toFixed(6));
}

const forbidden = /(?![\t\n])[\p{Cc}\uFFFE\uFFFF]|_x[0-9A-Fa-f]{4}_/gu;

/** Text as XML. Excel writes what XML cannot hold as `_x0000_`, and such text itself as `_x005F_x0000_`. */
function xmlText(text: string): string {
  const cut = text.length > longestText ? text.slice(0, longestText) : text;
  if (/^[\w @.+-]*$/.test(cut)) return cut.includes('_x') ? escaped(cut) : cut;
  return escapeHtml(escaped(cut.toWellFormed().replaceAll('\r\n', '\n')));
}

function escaped(text: string): string {
  return text.replaceAll(forbidden, (found) =>
    found.length > 1
      ? `_x005F${found}`
      : `_x${found.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
  );
}
