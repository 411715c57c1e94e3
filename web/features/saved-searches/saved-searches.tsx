import { Bookmark } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { SavedList } from '#contract/saved-searches/endpoints.ts';
import { asApiError } from '#web/api/api-error.ts';
import { codeLater, useCodeLater } from '#web/app/router/code-later.ts';
import type { SavedSearchParts, SearchPlace } from '#web/lists/list-shape.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** Most visits to a list use none of it. */
const later = codeLater(() => import('./saved-search-views.ts'));
type Views = NonNullable<ReturnType<typeof later.here>>;

export function savedSearchesOf(list: SavedList): SavedSearchParts {
  return {
    button: (place) => <SavedSearchesButton list={list} place={place} />,
    current: (place) =>
      place.savedId !== undefined && (
        <WithViews waiting={null}>
          {({ CurrentSearch }) => <CurrentSearch list={list} place={place} />}
        </WithViews>
      ),
    opening: (place) => (
      <WithViews waiting={<Spinner />}>
        {({ OpenedLink }) => <OpenedLink list={list} place={place} />}
      </WithViews>
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
  const views = later.here();

  async function open() {
    setLoading(true);
    place.fail(null);
    try {
      await later.fetch();
      setOpen(true);
    } catch (error) {
      place.fail(asApiError(error).message);
    } finally {
      setLoading(false);
    }
  }

  return (
    <>
      <Button busy={isLoading} aria-haspopup="dialog" onClick={() => void open()}>
        <Bookmark aria-hidden size={18} />
        <span>
          Saved<span className="visually-hidden"> searches</span>
        </span>
      </Button>
      {isOpen && views && (
        <views.SavedSearchesDialog list={list} place={place} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

interface WithViewsProps {
  waiting: ReactNode;
  children: (views: Views) => ReactNode;
}

function WithViews({ waiting, children }: WithViewsProps) {
  const { code, error, isFetching, refetch } = useCodeLater(later);
  if (code) return children(code);
  if (error === null) return waiting;
  return (
    <LoadFailure
      text={asApiError(error).message}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
