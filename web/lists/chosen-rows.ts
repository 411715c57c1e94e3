/** The selected rows: these, or all that match the filters. */
export interface ChosenRows {
  ids: ReadonlySet<string>;
  allMatching: boolean;
}

export const noneChosen: ChosenRows = { ids: new Set(), allMatching: false };

export function isChosen({ ids, allMatching }: ChosenRows, id: string): boolean {
  return allMatching || ids.has(id);
}

export function isPageChosen(chosen: ChosenRows, page: readonly string[]): boolean {
  return page.length > 0 && page.every((id) => isChosen(chosen, id));
}

/** Deselecting a row of "all that match" leaves the other rows of this page. */
export function toggleRow(chosen: ChosenRows, id: string, page: readonly string[]): ChosenRows {
  const ids = new Set(chosen.allMatching ? page : chosen.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, allMatching: false };
}

export function togglePage(chosen: ChosenRows, page: readonly string[]): ChosenRows {
  if (chosen.allMatching) return noneChosen;
  const leaves = isPageChosen(chosen, page);
  const others = [...chosen.ids].filter((id) => !page.includes(id));
  const ids = new Set(leaves ? others : [...others, ...page]);
  return { ids, allMatching: false };
}

export function countChosen({ ids, allMatching }: ChosenRows, totalCount: number): number {
  return allMatching ? totalCount : ids.size;
}
