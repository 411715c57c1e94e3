import type { Block, Guide, Inline } from './guide.ts';

interface Result {
  id: string;
  title: string;
  /** The text around the first word that was found. */
  excerpt: string;
}

/** The topics with all the words, those with words in the title first. */
export function searchGuide(guide: Guide, text: string): Result[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return guide.topics
    .flatMap(({ id, title, blocks }) => {
      const body = blocks.map(textOf).join(' ');
      const all = `${title} ${body}`.toLowerCase();
      if (!words.every((word) => all.includes(word))) return [];
      const inTitle = words.filter((word) => title.toLowerCase().includes(word)).length;
      return { id, title, inTitle, excerpt: excerptOf(body, words) };
    })
    .toSorted((one, other) => other.inTitle - one.inTitle);
}

const before = 60;
const longest = 200;

function excerptOf(body: string, words: readonly string[]): string {
  const lower = body.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const first = Math.max(0, Math.min(...(places.length > 0 ? places : [0])) - before);
  const start = first === 0 ? 0 : body.indexOf(' ', first) + 1;
  const rest = body.slice(start, start + longest);
  const end = start + longest < body.length ? rest.lastIndexOf(' ') : rest.length;
  return `${start > 0 ? '… ' : ''}${rest.slice(0, end)}${end < rest.length ? ' …' : ''}`;
}

function textOf(block: Block): string {
  if ('text' in block) return wordsOf(block.text);
  if ('heading' in block) return block.heading;
  if ('list' in block) return block.list.flat().map(textOf).join(' ');
  if ('table' in block) return block.table.flat().map(wordsOf).join(' ');
  return block.copy;
}

function wordsOf(words: readonly Inline[]): string {
  return words
    .map((word) => {
      if (typeof word === 'string') return word;
      if ('code' in word) return word.code;
      if ('strong' in word) return wordsOf(word.strong);
      return wordsOf('em' in word ? word.em : word.words);
    })
    .join('');
}
