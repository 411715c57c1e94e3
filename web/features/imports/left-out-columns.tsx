import { columnsLeftOut } from '#contract/imports/columns.ts';
import type { ImportDetails } from '#contract/imports/endpoints.ts';
import { importWords as words } from '#contract/imports/texts.ts';

/** Names the columns of the file that are not imported. */
export function LeftOutColumns(props: Pick<ImportDetails, 'columns' | 'sample' | 'mapping'>) {
  const headings = columnsLeftOut(props);
  return headings.length > 0 && <p>{words.leftOut(headings)}</p>;
}
