import { updateDonation } from '#contract/donation-admin.ts';
import { donationTexts } from '#contract/donations.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { type ReadAgain, useRecordForm } from '#web/forms/use-record-form.ts';
import { useNavigate } from '#web/app/router/use-router.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { editedDonation, valuesOf } from './donation-values.ts';
import type { Version } from './use-donation.ts';

/** Saves; a donation that was received meanwhile is read again like one that someone changed. */
export function useDonationForm({ donation, etag }: Version, readAgain: ReadAgain) {
  const navigate = useNavigate();
  const notify = useNotify();
  const edit = useRecordForm(editedDonation(donation.donationTypeName), valuesOf(donation), {
    readAgain,
    staleAt: [409, 412],
  });
  const saving = useCall(updateDonation);

  async function save(body: BodyOf<typeof updateDonation>) {
    edit.begin();
    const input = { params: { id: donation.id }, body };
    const outcome = await saving.send(input, { ifMatch: etag });
    if (outcome.ok) {
      notify.success(donationTexts.saved);
      edit.leave();
      void navigate(backToList(paths.donations()));
    } else if (outcome.error) {
      edit.refuse(outcome.error);
    }
  }

  return { ...edit, save, saving: saving.busy };
}
