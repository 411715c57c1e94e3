import { useState } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import {
  donate,
  donation,
  donationForm,
  donationTexts,
  donationType,
  type DonationType,
  donationTypeNames,
  isTooSmallForCard,
} from '#contract/donations/endpoints.ts';
import type { FieldError } from '#contract/envelope.ts';
import { eftDetails } from '#contract/invoices/bank-details.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { typedAmount } from '#web/ui/fields/read-amount.ts';

/**
 * A recorded donation that is not paid by card, and its payment method. The history entry has it: a
 * reload keeps it, and the next person at the same device does not see it.
 */
const recorded = z.object({
  ...z.pick(donation, { paymentReference: true, amount: true }).shape,
  eftDetails: z.nullable(eftDetails),
  type: donationType,
});
export type Recorded = z.output<typeof recorded>;

/** Null for a new donation, and for a state that another version has stored. */
export function recordedIn(state: unknown): Recorded | null {
  return recorded.safeParse(state).data ?? null;
}

interface Props {
  errors: { showServerErrors: (errors: readonly FieldError[]) => readonly FieldError[] };
}

/** Records the donation and redirects card donors to the provider. */
export function useDonate({ errors }: Props) {
  const navigate = useNavigate();
  const { busy, send } = useCall(donate);
  const [problem, setProblem] = useState<string | null>(null);
  // While the next page loads, the button must not record another one.
  const [leaving, setLeaving] = useState(false);

  async function submit(body: DonationInput, type: DonationType) {
    setProblem(null);
    const outcome = await send({ body, anonymous: true });
    if (!outcome.ok) {
      if (outcome.error) refuse(outcome.error);
    } else if (type.name === donationTypeNames.card) {
      goToProvider(idOf(outcome.data));
    } else {
      const state = recordedIn({ ...outcome.data, type });
      void navigate(paths.donate(), { replace: true, state });
    }
  }

  function goToProvider(id: string | null) {
    if (id === null) {
      setProblem(donationTexts.missingId);
      return;
    }
    setLeaving(true);
    void navigate(paths.paymentRedirect('donation', id));
  }

  function refuse(error: ApiError) {
    const homeless = errors.showServerErrors(error.errors);
    const isPlaced = error.errors.length > 0 && homeless.length === 0;
    // The server says when to try again.
    const isTooOften = error.status === 429;
    if (!isPlaced) setProblem(isTooOften ? error.message : donationTexts.submitFailed);
  }

  return { busy: busy || leaving, problem, submit };
}

/** This reply is checked: without an id there is nothing to pay. */
function idOf(answer: unknown): string | null {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : null;
  return typeof id === 'string' && id !== '' ? id : null;
}

const typed = z.object({
  ...donationForm.shape,
  amount: typedAmount(donationForm.shape.amount),
});

export type TypedDonation = z.input<typeof typed>;

export type DonationInput = z.output<typeof typed>;

/** The server's rules, and the minimum of a card payment. product-rules 7.10, 15.11. */
export function donateForm(types: readonly DonationType[]) {
  const nameOf = (typeId: string) => types.find(({ id }) => id === typeId)?.name;
  return typed.check(
    z.refine(({ amount, donationTypeId }) => !isTooSmallForCard(nameOf(donationTypeId), amount), {
      error: donationTexts.tooSmallForCard,
      path: ['amount'],
      // Checked together with the other fields, not after them.
      when: () => true,
    }),
  );
}
