import type { FigureSection } from './endpoints.ts';

/** What does not agree in the figures: "FNB 62000000017: the books and what is not booked differ from the statement by R450.00". */
export function brokenProofs(sections: readonly FigureSection[]): string[] {
  return sections.flatMap(({ title, lines }) =>
    lines
      .filter(({ style }) => style === 'broken')
      .map(({ label, detail, sentence = `${title}: ${label} ${detail}` }) => sentence),
  );
}
