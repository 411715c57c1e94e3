import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { FieldError } from '#contract/envelope.ts';
import type { offeredPaymentTypes } from '#contract/invoices/endpoints.ts';
import type { MemberType } from '#contract/member-types/endpoints.ts';
import { register } from '#contract/registration/endpoints.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { storeEftDetails } from '#web/features/auth/stored-eft-details.ts';
import { currentSession } from '#web/session/session.ts';
import { type Draft, forgetDraft } from './draft.ts';
import { finishNow } from './registration-finished.ts';
import { personForm } from './person-form.ts';
import type { MemberTypes } from './use-member-types.tsx';
import { firstStepOf } from './wizard-steps.ts';

/** Null for a free type. */
export type ChosenPayment = (typeof offeredPaymentTypes)[number] | null;

export interface Registering {
  busy: boolean;
  /** Errors that belong to no field. */
  problem: string | null;
  clearProblem: () => void;
  submit: (paymentType: ChosenPayment) => Promise<void>;
}

interface Props {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  type: MemberType | undefined;
  types: MemberTypes;
  /** The server's field errors, of any step. */
  onRefused: (errors: readonly FieldError[]) => void;
}

/** Above the steps, so that a retry uses the same idempotency key. */
export function useRegister({ draft, change, type, types, onRefused }: Props): Registering {
  const navigate = useNavigate();
  const { busy, send } = useCall(register);
  const [problem, setProblem] = useState<string | null>(null);
  // While the next page loads, the button must not register again.
  const [leaving, setLeaving] = useState(false);

  async function submit(paymentType: ChosenPayment) {
    const person = personForm.safeParse(draft.person);
    if (leaving || !type || !person.success) return;
    setProblem(null);
    const relatives = type.isFamily ? draft.relatives : [];
    const consents = { news: draft.news, appeals: draft.appeals };
    const body = { ...person.data, fee: type.fee, paymentType, relatives, consents };
    const { sentEmail } = draft;
    change({ sentEmail: body.email });
    const outcome = await send({ body });
    if (outcome.ok) await finish(outcome.data);
    else if (outcome.error) {
      if (!mayHaveArrived(outcome.error)) change({ sentEmail });
      refuse(outcome.error);
    }
  }

  /** Replaces the last step: going back starts a new registration instead of repeating it. */
  async function finish(reply: ReplyOf<typeof register>) {
    setLeaving(true);
    await goOn(reply);
    // Not before: if the next page stalls, a reload must not show an empty wizard.
    forgetDraft();
  }

  function goOn({ invoiceId, eftDetails }: ReplyOf<typeof register>) {
    const replace = { replace: true };
    const finishHere = (eft: typeof eftDetails) =>
      navigate(paths.register(), { ...replace, state: finishNow(eft) });
    if (invoiceId === null) return finishHere(null);
    if (eftDetails === null) {
      return navigate(paths.paymentRedirect('subscription', invoiceId), replace);
    }
    // The sign-in page would redirect a signed-in user.
    if (currentSession() !== null) return finishHere(eftDetails);
    storeEftDetails(eftDetails);
    return navigate(paths.login(), replace);
  }

  function refuse({ errors, message }: ApiError) {
    const fields = errors.map(({ field }) => field);
    if (fields.includes('fee') || fields.includes('memberTypeId')) types.load();
    if (firstStepOf(errors) === null) setProblem(message);
    else onRefused(errors);
  }

  return { busy: busy || leaving, problem, clearProblem: () => setProblem(null), submit };
}

function mayHaveArrived({ status }: ApiError): boolean {
  return status === 0 || status >= 500;
}
