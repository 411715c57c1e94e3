import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SavedList } from '#contract/saved-searches/endpoints.ts';
import { savedSearchTexts as texts } from '#contract/saved-searches/texts.ts';
import { openPlace } from '#web/lists/list-search.ts';
import type { SearchPlace } from '#web/lists/list-shape.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './saved-searches.module.css';
import { isSameSearch, useSavedSearches } from './use-saved-searches.ts';

interface Props {
  list: SavedList;
  place: SearchPlace;
}

/** The name of the search that was opened, and whether the filters differ from it since. */
export function CurrentSearch({ list, place }: Props) {
  const { savedId, search } = openPlace(place);
  const { searches = [] } = useSavedSearches(list);
  const current = searches.find(({ id }) => id === savedId);
  if (current === undefined) return null;
  const isChanged = !isSameSearch(current.search, search);
  return (
    <p className={styles.current}>
      {texts.current} <strong>{current.name}</strong>
      {isChanged && `, ${texts.isChanged}`}
    </p>
  );
}

/** A link names the search only: its filters go into the address, in the same history entry. */
export function OpenedLink({ list, place }: Props) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { searches, failure, isFetching, refetch } = useSavedSearches(list);
  const { savedId, addressOf } = openPlace(place);
  const found = searches?.find(({ id }) => id === savedId);
  const address = found?.problem === null ? addressOf(found.search, found.id) : null;
  useEffect(() => {
    if (address !== null) void navigate(address, { replace: true, preventScrollReset: true });
  }, [address, navigate]);
  if (failure !== undefined) {
    return <LoadFailure text={failure} busy={isFetching} onRetry={refetch} />;
  }
  if (searches === undefined || address !== null) return <Spinner />;
  return (
    <LoadFailure
      text={found === undefined ? texts.notFound : (found.problem ?? texts.invalid)}
      busy={isFetching}
      onRetry={refetch}
      back={<ButtonLink to={pathname}>{texts.wholeList}</ButtonLink>}
    />
  );
}
