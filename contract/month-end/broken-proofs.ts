import type { FigureSection } from './endpoints.ts';

/** What does not agree in the figures: "Bank and books: Balance of the statement differs by R450.00". */
export function brokenProofs(sections: readonly FigureSection[]): string[] {
  return sections.flatMap(({ title, lines }) =>
    lines
      .filter(({ style }) => style === 'broken')
      .map(({ label, detail }) => `${title}: ${label} ${detail}`),
  );
}
