import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { membershipPaymentTexts } from '#contract/payments/membership-payment.ts';
import { recordingPayment } from '#web/app/paths.ts';
import { useSearchParams } from '#web/app/router/use-router.ts';
import { useRecordPayment } from '#web/features/payments/use-record-payment.tsx';
import type { MemberEdit } from './use-member-form.ts';

/** Record payment on the member's page. A link can open its dialog. */
export function useRecordingOnPage(edit: MemberEdit) {
  const member = edit.loaded?.member ?? null;
  const isLinked = useSearchParams().has(recordingPayment);
  const { ask, dialog } = useRecordPayment({
    first: isLinked ? member : null,
    onDone: (id) => edit.readAgain(id, { from: edit.base, typed: edit.form.getValues() }),
  });
  const navigate = useNavigate();
  useEffect(() => {
    // Reloading the page must not ask for a second payment.
    if (isLinked) void navigate({ search: '' }, { replace: true, preventScrollReset: true });
  }, [isLinked, navigate]);

  /** What is sent or recorded depends on what is stored. */
  function isSaved(): boolean {
    edit.setProblem(edit.isChanged ? membershipPaymentTexts.saveFirst : null);
    return !edit.isChanged;
  }

  return { ask: () => isSaved() && ask(member), isSaved, dialog };
}
