import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';

/** The text of each page as a reader copies it, a line for each line. Reads what pdfkit writes. */
export function readPdf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, Map<string, string>>();
  for (const { dictionary } of objects.values()) {
    for (const [, name = '', id = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = reference(objects.get(id)?.dictionary, 'ToUnicode');
      fonts.set(name, charactersOf(objects.get(unicode)?.stream ?? ''));
    }
  }
  return [...objects.values()]
    .filter(({ dictionary }) => /\/Type \/Page\b(?!s)/.test(dictionary))
    .map(({ dictionary }) => objects.get(reference(dictionary, 'Contents'))?.stream ?? '')
    .map((stream) => linesOf(stream, fonts).join('\n'));
}

/**
 * A digest of everything that the document says, without what differs between builds of zlib. It is equal
 * where the document is.
 */
export function digestOfPdf(pdf: Buffer): string {
  const hash = createHash('sha256');
  for (const { dictionary, stream } of objectsOf(pdf).values()) {
    hash.update(dictionary.replaceAll(/\/Length \d+/g, '')).update(stream);
  }
  return hash.digest('hex');
}

interface PdfObject {
  dictionary: string;
  stream: string;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  const header = /(\d+) 0 obj\n(<<[\s\S]*?>>)\n(stream\n|endobj)/g;
  const text = pdf.toString('latin1');
  for (let match = header.exec(text); match !== null; match = header.exec(text)) {
    const [, id = '', dictionary = '', next] = match;
    let stream = '';
    if (next === 'stream\n') {
      const end = header.lastIndex + Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
      stream = inflateSync(pdf.subarray(header.lastIndex, end)).toString('latin1');
      header.lastIndex = end;
    }
    objects.set(id, { dictionary, stream });
  }
  return objects;
}

function reference(dictionary = '', name: string): string {
  return new RegExp(String.raw`/${name} (\d+) 0 R`).exec(dictionary)?.[1] ?? '';
}

/** The characters of each glyph, by the glyph's four hexadecimal digits. */
function charactersOf(cmap: string): Map<string, string> {
  const characters = new Map<string, string>();
  for (const [, first = '', list = ''] of cmap.matchAll(/<(\w{4})> <\w{4}> \[(.*)\]/g)) {
    for (const [index, [, codes = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      const units = codes.split(' ').map((code) => Number.parseInt(code, 16) || 0);
      characters.set(glyph, String.fromCharCode(...units));
    }
  }
  return characters;
}

function linesOf(stream: string, fonts: Map<string, Map<string, string>>): string[] {
  return [...stream.matchAll(/BT\n([\s\S]*?)\nET/g)].map(([, operators = '']) => {
    const font = fonts.get(/\/(F\d+) /.exec(operators)?.[1] ?? '');
    const glyphs = [...operators.matchAll(/<([\da-f]+)>/g)].map(([, hex]) => hex).join('');
    return (glyphs.match(/.{4}/g) ?? []).map((glyph) => font?.get(glyph) ?? '').join('');
  });
}
