import type { FigureSection } from './endpoints.ts';

/** What does not agree in the figures: "FNB 62000000017: the books and the lines that are not booked differ from the statement by R450.00". */
export function brokenProofs(sections: readonly FigureSection[]): string[] {
  return sections.flatMap(({ title, lines }) => {
    let heading = title;
    return lines.flatMap(({ label, detail, amount, style }) => {
      if (style === 'plain' && amount === null) heading = label;
      return style === 'broken' ? [sentenceOf({ title, heading, label, detail })] : [];
    });
  });
}

interface Proof {
  title: string;
  /** Of the account, or the title. */
  heading: string;
  label: string;
  /** "differs by R450.00" */
  detail: string;
}

function sentenceOf({ title, heading, label, detail }: Proof): string {
  const by = detail.slice(detail.indexOf('by '));
  switch (label) {
    case 'Difference':
      return `The ${heading.replace('Cash', 'cash')} differs from the books ${by}`;
    case 'Beginning and movements':
      return `${heading}: the balance at the beginning and the movements differ from the balance at the end ${by}`;
    case 'Balance of the statement':
      return `${heading}: the books and what is not booked differ from the statement ${by}`;
    case 'PayFast should hold':
      return `What PayFast should hold differs from the books ${by}`;
    case 'All accounts of the ledger':
      return `All accounts of the ledger together differ from zero ${by}`;
    default:
      return `${title}: ${label} ${detail}`;
  }
}
