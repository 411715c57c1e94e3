const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Line breaks and control characters become spaces, and letters with marks single characters. */
function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

/** Breaks at spaces and after hyphens and slashes. A word that is too long is broken anywhere. */
export function wrapText(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  function add(part: string): void {
    if (line !== '' && !fits((line + part).trimEnd())) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += part;
  }
  for (const word of cleanText(text).split(/(?<=[\s/-])/u)) {
    if (fits(word.trimEnd())) add(word);
    else for (const { segment } of graphemes.segment(word)) add(segment);
  }
  if (line !== '') lines.push(line.trimEnd());
  return lines;
}
