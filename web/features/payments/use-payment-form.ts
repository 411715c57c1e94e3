import { type SyntheticEvent, useState } from 'react';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Member } from '#contract/members/endpoints.ts';
import {
  membershipPaymentTexts as texts,
  recordMembershipPayment,
} from '#contract/payments/membership-payment.ts';
import { useCall } from '#web/api/use-call.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { usePaymentFields } from './payment-fields.tsx';
import { useAmount } from './use-amount.ts';
import { usePaymentPreview } from './use-payment-preview.ts';

interface Options {
  member: Member;
  onClose: () => void;
  /** Called when the membership has changed: reload the member. */
  onChanged: () => Promise<unknown>;
}

/** The state of the dialog that records a membership fee. */
export function usePaymentForm({ member, onClose, onChanged }: Options) {
  const [memberTypeId, setMemberTypeId] = useState(member.memberTypeID);
  const [day, setDay] = useState<string | null>(null);
  const { preview, fee, waiting, refusal } = usePaymentPreview({
    memberId: member.id,
    memberTypeId,
    day,
  });
  const amount = useAmount(fee);
  const payment = usePaymentFields('EFT');
  const recording = useRecording({ member, onClose, onChanged });
  const wrongDay = refusal?.errors.find(({ field }) => field === 'paidOn')?.message;
  const { errors } = payment.fields;

  function chooseType(id: string) {
    setMemberTypeId(id);
    amount.reset();
  }

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (waiting || recording.busy || fee === undefined) return;
    const rand = amount.read();
    if (rand === null) {
      const input = event.currentTarget.elements.namedItem('amount');
      if (input instanceof HTMLElement) input.focus();
      return;
    }
    const details = payment.read();
    if (details !== null) await recording.record({ ...details, ...rand, memberTypeId });
  }

  return {
    formRef: payment.form,
    submit,
    memberTypeId,
    chooseType,
    amount,
    fields: {
      ...payment.fields,
      errors: { ...errors, paidOn: errors.paidOn ?? wrongDay },
      onDay: setDay,
    },
    preview,
    busy: waiting || recording.busy,
    isSending: recording.busy,
    problem: recording.problem ?? (wrongDay === undefined ? (refusal?.message ?? null) : null),
  };
}

type Body = BodyOf<typeof recordMembershipPayment>;

function useRecording({ member, onClose, onChanged }: Options) {
  const notify = useNotify();
  const { send, busy } = useCall(recordMembershipPayment);
  const [problem, setProblem] = useState<string | null>(null);

  async function record(body: Omit<Body, 'paidUntil'>) {
    setProblem(null);
    // As it was when the dialog opened. A repeat after a lost reply must not count as another year.
    const { id, paidUntil, firstName, lastName } = member;
    const outcome = await send({ params: { id }, body: { ...body, paidUntil } });
    if (outcome.ok) {
      const name = `${firstName} ${lastName}`;
      const { validUntil, invoice } = outcome.data;
      notify.success(
        validUntil === null
          ? texts.partRecorded(name, invoice.balance)
          : texts.recorded(name, validUntil),
      );
      onClose();
      await onChanged();
      return;
    }
    setProblem(outcome.error?.message ?? null);
    if (outcome.error?.status === 409) await onChanged();
  }

  return { record, busy, problem };
}
