import { posix } from 'node:path';
import {
  badFileTexts,
  longestCell,
  longestSheetName,
  mostSheets,
} from '#contract/imports/file-texts.ts';
import { BadFileError } from './bad-file.ts';
import type { FileSource } from './file-source.ts';
import { type NumberFormat, numberFormat } from './number-format.ts';
import { attribute, readXml } from './xml.ts';
import { largestInMemory, openZip, type ZipParts } from './zip-parts.ts';

export interface Workbook {
  zip: ZipParts;
  /** The visible sheets with cells, in their order. */
  sheets: { name: string; part: string }[];
  is1904: boolean;
  strings: string[];
  /** By the style number of a cell. */
  formats: NumberFormat[];
}

interface Relation {
  type: string;
  part: string;
}

/** Close its `zip` at the end. */
export async function openWorkbook(source: FileSource): Promise<Workbook> {
  const zip = await openZip(source);
  try {
    return await readWorkbook(zip);
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readWorkbook(zip: ZipParts): Promise<Workbook> {
  const [main] = [...(await readRelations(zip, '')).values()].filter(
    ({ type }) => type === 'officeDocument',
  );
  if (main === undefined) throw new BadFileError(badFileTexts.damaged);
  const relations = await readRelations(zip, main.part);
  const { sheets, is1904 } = await readSheets(zip, main.part, relations);
  const partOf = (type: string) =>
    [...relations.values()].find((relation) => relation.type === type && zip.has(relation.part))
      ?.part;
  const strings = partOf('sharedStrings');
  const styles = partOf('styles');
  return {
    zip,
    sheets,
    is1904,
    strings: strings === undefined ? [] : await readStrings(zip, strings),
    formats: styles === undefined ? [] : await readFormats(zip, styles),
  };
}

/** The parts that a part refers to, by id. What lies outside of the file is left out and never fetched. */
async function readRelations(zip: ZipParts, part: string): Promise<Map<string, Relation>> {
  const { dir, base } = posix.parse(part);
  const relations = new Map<string, Relation>();
  const name = posix.join(dir, '_rels', `${base}.rels`);
  await readXml(zip.read(name, largestInMemory), {
    open: (element, attributes) => {
      const { Id, Type, Target, TargetMode } = attributes;
      if (element !== 'Relationship' || TargetMode === 'External') return;
      if (Id === undefined || Type === undefined || Target === undefined) return;
      // An address in the part's folder, or from the root of the file.
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target);
      relations.set(Id, { type: posix.basename(Type), part: target });
    },
  });
  return relations;
}

async function readSheets(
  zip: ZipParts,
  part: string,
  relations: Map<string, Relation>,
): Promise<Pick<Workbook, 'sheets' | 'is1904'>> {
  const sheets: Workbook['sheets'] = [];
  let is1904 = false;
  let count = 0;
  await readXml(zip.read(part, largestInMemory), {
    open: (element, attributes) => {
      if (element === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (element === 'sheet') count += 1;
      if (count > mostSheets) throw new BadFileError(badFileTexts.tooManySheets);
      if (element !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
      const relation = relations.get(attribute(attributes, 'id') ?? '');
      if (relation?.type !== 'worksheet' || !zip.has(relation.part)) return;
      const { name = '' } = attributes;
      // Excel allows 31. Every reply about the file has them.
      if (name.length > longestSheetName) throw new BadFileError(badFileTexts.longSheetName);
      sheets.push({ name, part: relation.part });
    },
  });
  if (sheets.length === 0) throw new BadFileError(badFileTexts.noSheets);
  return { sheets, is1904 };
}

/** As many as a sheet of the largest size has cells. */
const mostStrings = 2_000_000;

/** An escaped character takes seven. */
const longestEscaped = 8 * longestCell;

/** The text with the next piece. What is behind the longest cell is cut off while it is read. */
export function withPiece(text: string, piece: string): string {
  return text.length > longestEscaped ? text : text + piece.slice(0, longestEscaped);
}

/** One character more than a cell can have, so that the row can say it. */
export function cellText(escaped: string): string {
  return unescaped(escaped).slice(0, longestCell + 1);
}

/** The texts that cells refer to by number. Text that only says how to pronounce another is left out. */
async function readStrings(zip: ZipParts, part: string): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let phonetic = 0;
  await readXml(zip.read(part, largestInMemory), {
    open: (element) => {
      if (element === 'si') text = '';
      if (element === 'rPh') phonetic += 1;
      if (element === 't') isText = phonetic === 0;
    },
    text: (piece) => {
      if (isText) text = withPiece(text, piece);
    },
    close: (element) => {
      if (element === 't') isText = false;
      if (element === 'rPh') phonetic -= 1;
      if (element === 'si') strings.push(cellText(text));
      if (strings.length > mostStrings) throw new BadFileError(badFileTexts.tooMuchText);
    },
  });
  return strings;
}

/** Excel writes characters that XML forbids as `_x000D_`. */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

async function readFormats(zip: ZipParts, part: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isCellFormat = false;
  let isCode = false;
  await readXml(zip.read(part, largestInMemory), {
    open: (element, attributes) => {
      if (element === 'cellXfs') isCellFormat = true;
      if (element === 'numFmts') isCode = true;
      if (element === 'numFmt' && isCode)
        codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (element === 'xf' && isCellFormat) ids.push(Number(attributes.numFmtId ?? 0));
    },
    close: (element) => {
      if (element === 'cellXfs') isCellFormat = false;
      if (element === 'numFmts') isCode = false;
    },
  });
  return ids.map((id) => numberFormat(id, codes.get(id)));
}
