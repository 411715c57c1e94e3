import { useState } from 'react';
import { useNavigate } from 'react-router';
import { updateDonation } from '#contract/donation-admin.ts';
import { donationTexts } from '#contract/donations.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { backToList } from '#web/admin-list/list-memory.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/paths.ts';
import { problemIn } from '#web/ui/form/problem-in.ts';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { useErrorFocus } from '#web/ui/form/use-error-focus.ts';
import { useUnsavedChanges } from '#web/ui/form/use-unsaved-changes.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { editedDonation, valuesOf } from './donation-values.ts';
import type { Version } from './use-donation.ts';

/** Answers why it could not be read, or null. */
export type ReadAgain = () => Promise<string | null>;

/** Saves; and when someone else was first, fills in their version below what was typed here. */
export function useDonationForm({ donation, etag }: Version, readAgain: ReadAgain) {
  const navigate = useNavigate();
  const notify = useNotify();
  const form = useCheckedForm(editedDonation(donation.donationTypeName), {
    values: valuesOf(donation),
    resetOptions: { keepDirtyValues: true },
  });
  const errors = useErrorFocus(form);
  const saving = useCall(updateDonation);
  const [problem, setProblem] = useState<string | null>(null);
  const [reloading, setReloading] = useState(false);
  const [isMerged, setIsMerged] = useState(false);
  const isChanged = form.formState.isDirty;
  const leave = useUnsavedChanges(isChanged);

  async function save(body: BodyOf<typeof updateDonation>) {
    setProblem(null);
    setIsMerged(false);
    const input = { params: { id: donation.id }, body };
    const outcome = await saving.send(input, { ifMatch: etag });
    if (outcome.ok) {
      notify.success(donationTexts.saved);
      leave();
      void navigate(backToList(paths.donations()));
    } else if (outcome.error) {
      setProblem(problemIn(outcome.error, errors));
    }
  }

  async function reload() {
    setReloading(true);
    const failure = await readAgain();
    setReloading(false);
    setProblem(failure);
    if (failure !== null) return;
    saving.clearError();
    setIsMerged(true);
  }

  return {
    form,
    errors,
    problem,
    setProblem,
    save,
    saving: saving.busy,
    /** Changed by someone else, or received, since it was read. */
    stale: [409, 412].includes(saving.error?.status ?? 0) ? { reload, reloading } : null,
    isChanged,
    isMerged,
  };
}
