import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';

/** Parsed once for all documents of a thread: parsing takes longer than drawing a page. */
export const fonts = {
  regular: readFont('NotoSans-Regular.ttf'),
  bold: readFont('NotoSans-SemiBold.ttf'),
};

function readFont(name: string): Font {
  const font = create(readFileSync(new URL(`fonts/${name}`, import.meta.url)));
  if (!('layout' in font)) throw new Error(`${name} is a font collection`);
  const layout = font.layout.bind(font);
  // Without `ccmp` a letter such as ṅ is one glyph, and is copied from the PDF as this letter.
  font.layout = (text) => layout(text, { ccmp: false });
  // fontkit keeps a glyph with the characters of its first use, which may be as a part of another glyph.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return font;
}
