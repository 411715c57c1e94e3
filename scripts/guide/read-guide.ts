import { lexer, type Token, type Tokens } from 'marked';
import type { Block, Guide, Inline, Topic } from '#web/features/help/guide.ts';

/** The administrator's guide as data, for the help in the product. It has no HTML. */
export function readGuide(markdown: string): Guide {
  const tokens = lexer(markdown);
  const starts = tokens.flatMap((token, n) => (isHeading(token, 2) ? [n] : []));
  const topics = starts.map((start, n): Topic => {
    const title = (tokens[start] as Tokens.Heading).text;
    return { id: idOf(title), title, blocks: blocksOf(tokens.slice(start + 1, starts[n + 1])) };
  });
  const [, ...before] = tokens.slice(0, starts[0]).filter(({ type }) => type !== 'space');
  const index = before.findIndex(({ type }) => type === 'list') - 1;
  return {
    intro: blocksOf(before.slice(0, index)),
    groups: groupsOf(before.slice(index)),
    topics,
  };
}

function isHeading(token: Token, depth: number): boolean {
  return token.type === 'heading' && (token as Tokens.Heading).depth === depth;
}

/** The anchor that GitHub gives a heading. */
function idOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

/** A paragraph with the name of a subject, then the list of its topics. */
function groupsOf(tokens: Token[]): Guide['groups'] {
  return tokens.flatMap((token, n) => {
    const list = tokens[n + 1];
    if (token.type !== 'paragraph' || list?.type !== 'list') return [];
    const topics = (list as Tokens.List).items.map(({ text }) => /\(#(.+)\)/.exec(text)?.[1] ?? '');
    return { title: token.raw.replaceAll('*', '').trim(), topics };
  });
}

function blocksOf(tokens: readonly Token[]): Block[] {
  return tokens.flatMap((token): Block[] => {
    switch (token.type) {
      case 'paragraph':
      case 'text': {
        const text = inlines((token as Tokens.Paragraph).tokens);
        return text.length === 0 ? [] : [{ text }];
      }
      case 'heading': {
        const heading = (token as Tokens.Heading).text;
        return [{ heading, id: idOf(heading) }];
      }
      case 'list': {
        const { items, ordered, start } = token as Tokens.List;
        const list = items.map((item) => blocksOf(item.tokens));
        return [{ list, from: ordered ? Number(start) : null }];
      }
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        return [{ table: [header, ...rows].map((row) => row.map((cell) => inlines(cell.tokens))) }];
      }
      case 'code':
        return [{ copy: (token as Tokens.Code).text }];
      case 'space':
        return [];
      default:
        throw new Error(`The help does not show this: ${token.raw}`);
    }
  });
}

/** The pictures show the screen that the reader has open. */
function inlines(tokens: readonly Token[]): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    switch (token.type) {
      case 'image':
        return [];
      case 'strong':
        return [{ strong: inlines((token as Tokens.Strong).tokens) }];
      case 'em':
        return [{ em: inlines((token as Tokens.Em).tokens) }];
      case 'codespan':
        return [{ code: (token as Tokens.Codespan).text }];
      case 'link': {
        const { href, tokens: words } = token as Tokens.Link;
        return href.startsWith('#')
          ? [{ link: href.slice(1), words: inlines(words) }]
          : inlines(words);
      }
      case 'text':
      case 'escape':
        return [(token as Tokens.Text).text.replaceAll('\n', ' ')];
      default:
        throw new Error(`The help does not show this: ${token.raw}`);
    }
  });
}
