import { useState } from 'react';
import type { ChosenRows } from './chosen-rows.ts';
import { isChosen, isPageChosen, noneChosen, togglePage, toggleRow } from './chosen-rows.ts';
import type { RowChoice } from './row-checkbox.tsx';

/** Survives paging and sorting; other filters mean other rows, so they clear it. */
export function useChosenRows(page: readonly string[], filters: Readonly<Record<string, unknown>>) {
  const [chosen, setChosen] = useState<ChosenRows>(noneChosen);
  const asked = JSON.stringify(filters);
  const [seen, setSeen] = useState(asked);
  if (seen !== asked) {
    setSeen(asked);
    setChosen(noneChosen);
  }
  const choice: RowChoice = {
    isChosen: (id) => isChosen(chosen, id),
    toggle: (id) => setChosen(toggleRow(chosen, id, page)),
    pageChosen: isPageChosen(chosen, page),
    togglePage: () => setChosen(togglePage(chosen, page)),
  };
  return {
    chosen,
    choice,
    chooseAllMatching: () => setChosen({ ids: new Set<string>(), allMatching: true }),
    clear: () => setChosen(noneChosen),
  };
}
