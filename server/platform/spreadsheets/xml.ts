import { SaxesParser } from 'saxes';
import { badFileTexts } from '#contract/imports/file-texts.ts';
import { BadFileError } from './bad-file.ts';

/** Names come without their prefix: programs choose it freely. */
export interface XmlHandler {
  open?: (name: string, attributes: Attributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

export type Attributes = Readonly<Record<string, string>>;

/** Excel nests about ten elements, and gives one about twenty attributes. */
const deepest = 64;
const mostAttributes = 64;
/** Characters without an element. The parser holds them in memory. */
const longestSilence = 8 * 1024 * 1024;

/**
 * Parses XML in pieces and stops after each, so that the caller can hand on what was read. A document type is
 * refused: entities are not resolved, and nothing is fetched.
 */
export async function* parseXml(
  bytes: AsyncIterable<Buffer>,
  handler: XmlHandler,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('doctype', () => {
    throw new BadFileError(badFileTexts.damaged);
  });
  let depth = 0;
  let attributeCount = 0;
  let silence = 0;
  parser.on('opentagstart', () => {
    attributeCount = 0;
    depth += 1;
    if (depth > deepest) throw new BadFileError(badFileTexts.damaged);
  });
  parser.on('attribute', () => {
    attributeCount += 1;
    if (attributeCount > mostAttributes) throw new BadFileError(badFileTexts.damaged);
  });
  parser.on('opentag', ({ name, attributes }) => {
    silence = 0;
    handler.open?.(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    silence = 0;
    depth -= 1;
    handler.close?.(localName(name));
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(isUtf16(chunk) ? 'utf-16le' : 'utf-8', { fatal: true });
    const current = decoder;
    silence += chunk.length;
    sayingDamaged(() => parser.write(current.decode(chunk, { stream: true })));
    if (silence > longestSilence) throw new BadFileError(badFileTexts.tooLargeUnpacked);
    yield;
  }
  sayingDamaged(() => parser.write(decoder?.decode() ?? '').close());
  yield;
}

export async function readXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of parseXml(bytes, handler)) continue;
}

/** An attribute whose name may have a prefix, such as `r:id`. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  return Object.entries(attributes).find(([each]) => localName(each) === name)?.[1];
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function isUtf16(chunk: Buffer): boolean {
  return chunk[0] === 0xff && chunk[1] === 0xfe;
}

function sayingDamaged(parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    if (error instanceof BadFileError) throw error;
    throw new BadFileError(badFileTexts.damaged, { cause: error });
  }
}
