import { deleteDonation } from '#contract/donation-admin.ts';
import type { Donation } from '#contract/donations.ts';
import type { List } from '#web/lists/list-shape.ts';
import { DeleteRow, RowButton, RowLink } from '#web/lists/row-actions.tsx';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { donationName } from './donation-name.ts';
import { useProcessDonation } from './use-process-donation.ts';

interface Props {
  donation: Donation;
  list: List;
}

/** A received donation can only be looked at. Rules §6. */
export function DonationActions({ donation, list }: Props) {
  const { id, isReceived } = donation;
  const name = donationName(donation);
  const { busy, askAndProcess, dialog } = useProcessDonation({
    onRefused: list.fail,
    onDone: list.removed,
  });
  return (
    <>
      {!isReceived && (
        <RowButton name={name} settles busy={busy} onClick={() => askAndProcess(donation)}>
          Process Payment
        </RowButton>
      )}
      <RowLink name={name} to={paths.donation(id)}>
        {isReceived ? 'View' : 'Edit'}
      </RowLink>
      {!isReceived && (
        <DeleteRow
          name={name}
          id={id}
          list={list}
          remove={() => call(deleteDonation, { params: { id } })}
        />
      )}
      {dialog}
    </>
  );
}
