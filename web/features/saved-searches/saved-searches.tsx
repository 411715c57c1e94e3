import { useState } from 'react';
import type { SavedList } from '#contract/saved-searches/endpoints.ts';
import { savedSearchesTitle } from '#contract/saved-searches/title.ts';
import { asApiError } from '#web/api/api-error.ts';
import { codeLater } from '#web/app/router/code-later.ts';
import type { SavedSearchParts, SearchPlace } from '#web/lists/list-shape.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { LoadLater } from '#web/ui/load-later.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './saved-searches-button.module.css';

/** Most visits to a list use none of it. */
export const savedSearchViews = codeLater(() => import('./saved-search-views.ts'));

export function savedSearchesOf(list: SavedList): SavedSearchParts {
  return {
    button: (place) => <SavedSearchesButton list={list} place={place} />,
    current: (place) =>
      place.state.saved !== undefined && (
        <LoadLater code={savedSearchViews} failure={LoadFailure}>
          {({ CurrentSearch }) => <CurrentSearch list={list} place={place} />}
        </LoadLater>
      ),
    opening: (place) => (
      <LoadLater code={savedSearchViews} waiting={<Spinner />} failure={LoadFailure}>
        {({ OpenedLink }) => <OpenedLink list={list} place={place} />}
      </LoadLater>
    ),
  };
}

interface Props {
  list: SavedList;
  place: SearchPlace;
}

function SavedSearchesButton({ list, place }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const views = savedSearchViews.here();

  async function open() {
    setLoading(true);
    place.fail(null);
    try {
      await savedSearchViews.fetch();
      setOpen(true);
    } catch (error) {
      place.fail(asApiError(error).message);
    } finally {
      setLoading(false);
    }
  }

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-busy={isLoading || undefined}
        data-print="no"
        onClick={() => void open()}
        className={styles.open}
      >
        {savedSearchesTitle}
      </button>
      {isOpen && views && (
        <views.SavedSearchesDialog list={list} place={place} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
