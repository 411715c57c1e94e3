import { footerLines } from './html-part.ts';
import type { Block, Fact, EmailTemplate, SenderDetails } from './email-template.ts';

/** The plain-text part of the same email. */
export function textPart(template: EmailTemplate, from: SenderDetails): string {
  const parts = [template.heading, ...template.blocks.map(blockText), footerLines(from).join('\n')];
  return `${parts.join('\n\n')}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'facts':
      return factLines(block.facts);
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'smallLink':
      return `${block.text} ${block.label}:\n${block.url}`;
    case 'richText':
    case 'paragraph':
    case 'smallPrint':
      return block.text;
  }
}

/** The values stand below each other, so that a number is easily found and copied. */
function factLines(facts: Fact[]): string {
  const width = Math.max(...facts.map(({ label }) => label.length)) + 2;
  return facts
    .map(({ label, value }) => {
      const lines = value.split(/\r\n?|\n/).join(`\n${' '.repeat(width + 2)}`);
      return `  ${`${label}:`.padEnd(width)}${lines}`;
    })
    .join('\n');
}
