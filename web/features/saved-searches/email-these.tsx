import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { emailTheseTitle } from '#contract/saved-searches/title.ts';
import { asApiError } from '#web/api/api-error.ts';
import { paths } from '#web/app/paths.ts';
import type { SearchPlace } from '#web/lists/list-shape.ts';
import { Button } from '#web/ui/button.tsx';
import { savedSearchViews } from './saved-searches.tsx';

interface Props {
  place: SearchPlace;
  /** Nobody matches. */
  off: boolean;
}

/** A new bulk email to the members who match. A search that is saved for everybody already is not saved twice. */
export function EmailThese({ place, off }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const views = savedSearchViews.here();

  async function start() {
    setBusy(true);
    place.fail(null);
    try {
      const { findSharedSearch } = await savedSearchViews.fetch();
      const search = await findSharedSearch(client, place);
      if (search === undefined) setOpen(true);
      else await navigate(paths.newBulkEmail(search.id));
    } catch (error) {
      place.fail(asApiError(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button busy={busy} off={off} onClick={() => void start()}>
        {emailTheseTitle}
      </Button>
      {isOpen && views && <views.EmailTheseDialog place={place} onClose={() => setOpen(false)} />}
    </>
  );
}
