import { useState } from 'react';
import { Link } from 'react-router';
import { permissionsOfList, type SavedSearch } from '#contract/saved-searches/endpoints.ts';
import { savedSearchTexts as texts } from '#contract/saved-searches/texts.ts';
import { openPlace } from '#web/lists/list-search.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type DialogProps, ChangeSearchDialog, SaveSearchDialog } from './saved-search-forms.tsx';
import styles from './saved-searches.module.css';
import { useSavedSearches } from './use-saved-searches.ts';

/** Opens, saves and changes searches of the list. */
export function SavedSearchesDialog(props: DialogProps) {
  const [form, setForm] = useState<'new' | SavedSearch | null>(null);
  if (form === 'new') return <SaveSearchDialog {...props} />;
  if (form !== null) return <ChangeSearchDialog {...props} id={form.id} />;
  return <ChooseDialog {...props} onNew={() => setForm('new')} onChange={setForm} />;
}

interface ChooseProps extends DialogProps {
  onNew: () => void;
  onChange: (search: SavedSearch) => void;
}

function ChooseDialog({ list, place: raw, onClose, onNew, onChange }: ChooseProps) {
  const { searches, failure, isFetching, refetch } = useSavedSearches(list);
  const place = openPlace(raw);
  const canSave = Object.keys(place.search).length > 0;
  const groups = [
    { title: texts.shared, members: searches?.filter(({ isShared }) => isShared) ?? [] },
    { title: texts.own, members: searches?.filter(({ isShared }) => !isShared) ?? [] },
  ];
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {canSave && (
            <Button kind="primary" onClick={onNew}>
              {texts.save}
            </Button>
          )}
        </>
      }
    >
      {failure !== undefined && <LoadFailure text={failure} busy={isFetching} onRetry={refetch} />}
      {searches === undefined && failure === undefined && <Spinner />}
      {searches?.length === 0 && <p>{texts.none}</p>}
      {groups.map(
        ({ title, members }) =>
          members.length > 0 && (
            <section key={title}>
              <h3 className={styles.group}>{title}</h3>
              <ul className={styles.searches}>
                {members.map((search) => (
                  <li key={search.id} className={styles.search}>
                    <SearchLink search={search} place={place} onOpen={onClose} />
                    <Button
                      kind="quiet"
                      needs={search.isOwn ? undefined : permissionsOfList[list].change}
                      onClick={() => onChange(search)}
                    >
                      {texts.change}
                      <span className="visually-hidden"> {search.name}</span>
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      {!canSave && <p className={styles.hint}>{texts.nothing}</p>}
    </Dialog>
  );
}

interface SearchLinkProps {
  search: SavedSearch;
  place: ReturnType<typeof openPlace>;
  onOpen: () => void;
}

/** The list with this search, or why it cannot be used. */
function SearchLink({ search, place, onOpen }: SearchLinkProps) {
  const { id, name, isShared, isOwn, ownerName, problem } = search;
  const address = problem === null ? place.addressOf(search.search, id) : null;
  return (
    <div className={styles.words}>
      {address === null ? (
        <strong>{name}</strong>
      ) : (
        <Link
          to={address}
          preventScrollReset
          aria-current={id === place.savedId || undefined}
          onClick={onOpen}
        >
          {name}
        </Link>
      )}
      {address === null && <p className={styles.hint}>{problem ?? texts.invalid}</p>}
      {isShared && !isOwn && ownerName !== null && (
        <p className={styles.hint}>{texts.savedBy(ownerName)}</p>
      )}
    </div>
  );
}
