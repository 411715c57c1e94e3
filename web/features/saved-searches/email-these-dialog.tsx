import type { QueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import {
  createSavedSearch,
  type SavedSearch,
  savedSearchForm,
} from '#contract/saved-searches/endpoints.ts';
import { savedSearchTexts as texts } from '#contract/saved-searches/texts.ts';
import { emailTheseTitle } from '#contract/saved-searches/title.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { FieldsDialog } from '#web/forms/fields-dialog.tsx';
import { filtersInWords } from '#web/lists/filters-in-words.ts';
import type { SearchPlace } from '#web/lists/list-shape.ts';
import { bodyFilters } from '#web/lists/list-state.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { isSameSearch, savedSearchesQuery, useForgetSavedSearches } from './use-saved-searches.ts';

const { name } = savedSearchForm.shape;
const form = z.object({ name });
const longestName = 60;

/** The search that the list shows, if it is saved for everybody. Its order does not matter. */
export async function findSharedSearch(
  client: QueryClient,
  { state, rules }: SearchPlace,
): Promise<SavedSearch | undefined> {
  const filters = bodyFilters(state.filters, rules);
  const searches = await client.query({ ...savedSearchesQuery('members'), staleTime: 0 });
  return searches.find(
    ({ isShared, problem, search: { sortBy: _by, sortDescending: _order, ...search } }) =>
      isShared && problem === null && isSameSearch(search, filters),
  );
}

interface Props {
  place: SearchPlace;
  onClose: () => void;
}

/** Asks for the name under which the search is saved, so that the email can go to it. */
export function EmailTheseDialog({ place: { state, rules }, onClose }: Props) {
  const navigate = useNavigate();
  const forget = useForgetSavedSearches();
  const { busy, send } = useCall(createSavedSearch);
  const words = filtersInWords(rules, state.filters);

  async function save(typed: z.output<typeof form>): Promise<ApiError | null> {
    const search = bodyFilters(state.filters, rules);
    const body = { ...typed, list: 'members', isShared: true, search } as const;
    const outcome = await send({ body });
    if (!outcome.ok) return outcome.error;
    await forget();
    await navigate(paths.newBulkEmail(outcome.data.id));
    return null;
  }

  return (
    <FieldsDialog
      title={emailTheseTitle}
      explained={texts.askNameForEmail}
      facts={[{ label: 'Search', value: words.join(' · ') }]}
      confirm={texts.saveAndWrite}
      busy={busy}
      schema={form}
      renderFields={(problems) => (
        <TextField
          name="name"
          label={texts.name}
          maxLength={longestName}
          autoComplete="off"
          defaultValue={nameOf(words)}
          error={problems['name']}
        />
      )}
      onClose={onClose}
      onConfirm={save}
    />
  );
}

/** "Province Limpopo, News Agreed". */
function nameOf(words: readonly string[]): string {
  return words
    .map((word) => word.replace(': ', ' '))
    .join(', ')
    .slice(0, longestName)
    .trim();
}
