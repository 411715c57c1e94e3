import { type BulkEmail, deleteBulkEmail } from '#contract/bulk-emails.ts';
import type { List } from '#web/lists/list-shape.ts';
import { DeleteRow, RowLink } from '#web/lists/row-actions.tsx';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { bulkEmailName } from './bulk-email-name.ts';
import { SendingButtons } from './sending-buttons.tsx';
import { isPending } from './bulk-email-status.ts';

interface Props {
  bulkEmail: BulkEmail;
  list: List;
}

/** What has been processed can only be looked at. Rules §9. */
export function BulkEmailActions({ bulkEmail, list }: Props) {
  const { id } = bulkEmail;
  const name = bulkEmailName(bulkEmail);
  const mayEdit = isPending(bulkEmail);
  return (
    <>
      <SendingButtons bulkEmail={bulkEmail} onFail={list.fail} onDone={list.refetch} />
      <RowLink name={name} to={paths.bulkEmail(id)}>
        {mayEdit ? 'Edit' : 'View'}
      </RowLink>
      {mayEdit && (
        <DeleteRow
          name={name}
          id={id}
          list={list}
          remove={() => call(deleteBulkEmail, { params: { id } })}
        />
      )}
    </>
  );
}
