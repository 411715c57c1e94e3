import { badFileTexts, largestImportFile } from '#contract/imports/file-texts.ts';
import { BadFileError } from './bad-file.ts';
import { isUtf16 } from './csv-text.ts';
import { type FileSource, piecesOf, readStart, sizeOf } from './file-source.ts';
import { openZip } from './zip-parts.ts';

/** Bytes at the start of a file that tell what it is. */
const startBytes = 64 * 1024;

const signatures: [string | RegExp, string][] = [
  ['%PDF', badFileTexts.pdf],
  ['\u0089PNG', badFileTexts.picture],
  ['\u00FF\u00D8\u00FF', badFileTexts.picture],
  ['GIF8', badFileTexts.picture],
  [/^RIFF....WEBP/s, badFileTexts.picture],
  [/^....ftyp/s, badFileTexts.picture],
  ['{\\rtf', badFileTexts.document],
  ['\u001F\u008B', badFileTexts.archive],
  ['Rar!', badFileTexts.archive],
  ['7z\u00BC\u00AF', badFileTexts.archive],
];

/** Tells a workbook from text by what is in it: the name of a file says little. Other files are refused. */
export async function findFormat(source: FileSource): Promise<'csv' | 'xlsx'> {
  const size = await sizeOf(source);
  if (size === 0) throw new BadFileError(badFileTexts.empty);
  if (size > largestImportFile) throw new BadFileError(badFileTexts.tooLarge);
  const bytes = await readStart(source, startBytes);
  // One character for each byte.
  const start = bytes.toString('latin1');
  if (start.startsWith('\u00D0\u00CF\u0011\u00E0')) throw new BadFileError(await oldFormat(source));
  for (const [signature, sentence] of signatures) {
    const matches =
      typeof signature === 'string' ? start.startsWith(signature) : signature.test(start);
    if (matches) throw new BadFileError(sentence);
  }
  if (start.startsWith('PK\u0003\u0004')) {
    await assertWorkbook(source);
    return 'xlsx';
  }
  assertText(bytes);
  return 'csv';
}

/** Old Excel files and encrypted new ones have the same container. Its names are in UTF-16. */
async function oldFormat(source: FileSource): Promise<string> {
  const stream = Buffer.from('EncryptedPackage', 'utf16le').toString('latin1');
  let rest = '';
  for await (const chunk of piecesOf(source)) {
    const piece = rest + chunk.toString('latin1');
    if (piece.includes(stream)) return badFileTexts.encrypted;
    rest = piece.slice(-stream.length);
  }
  return badFileTexts.oldExcel;
}

async function assertWorkbook(source: FileSource): Promise<void> {
  const zip = await openZip(source);
  try {
    const names = zip.names();
    const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
    if (has(/(^|\/)vbaproject\.bin$/)) throw new BadFileError(badFileTexts.macros);
    if (has(/^xl\/workbook\.bin$/)) throw new BadFileError(badFileTexts.binaryExcel);
    if (has(/^index\/.*\.iwa$|^index\.zip$/)) throw new BadFileError(badFileTexts.numbers);
    if (has(/^(word|ppt)\//)) throw new BadFileError(badFileTexts.document);
    if (zip.has('mimetype')) throw new BadFileError(await openDocument(zip.read('mimetype', 1000)));
    if (!zip.has('[Content_Types].xml')) throw new BadFileError(badFileTexts.archive);
    const types = await textOf(zip.read('[Content_Types].xml', 1024 * 1024));
    if (/macroEnabled/i.test(types)) throw new BadFileError(badFileTexts.macros);
  } finally {
    zip.close();
  }
}

async function openDocument(bytes: AsyncIterable<Buffer>): Promise<string> {
  const type = await textOf(bytes);
  return type.includes('spreadsheet') ? badFileTexts.openDocument : badFileTexts.document;
}

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(bytes)).toString('utf8');
}

function assertText(bytes: Buffer): void {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) throw new BadFileError(badFileTexts.bigEndian);
  // Any encoding shows control characters and tags, so one character for each byte is good enough.
  const text = bytes
    .toString(isUtf16(bytes) ? 'utf16le' : 'latin1')
    .replace(/^(\uFEFF|\u00EF\u00BB\u00BF)/, '');
  const begin = text.slice(0, 2000).trimStart().toLowerCase();
  if (/^<(!doctype html|html|head|body|table|meta|style|div)/.test(begin)) {
    throw new BadFileError(badFileTexts.html);
  }
  if (/^<(\?xml|!--)/.test(begin)) {
    throw new BadFileError(begin.includes('<html') ? badFileTexts.html : badFileTexts.xml);
  }
  const strange = text.split('').filter(isStrange);
  if (strange.length > text.length / 100) throw new BadFileError(badFileTexts.notSpreadsheet);
}

/** A control character that is not in text: all but tab, line breaks, and the end sign of old systems. */
function isStrange(character: string): boolean {
  return character < ' ' && !'\t\n\f\r\u001A'.includes(character);
}
