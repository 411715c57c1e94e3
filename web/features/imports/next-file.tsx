import type { ImportDetails } from '#contract/imports/endpoints.ts';
import { importWords as words } from '#contract/imports/texts.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/** The file of the same export that comes after this one. */
export function NextFile({ details: { next } }: { details: ImportDetails }) {
  if (next === null) return null;
  return (
    <ButtonLink kind="primary" to={paths.import(next.id)}>
      {words.nextFile(next.fileName)}
    </ButtonLink>
  );
}
