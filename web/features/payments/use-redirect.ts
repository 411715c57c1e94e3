import { useCallback, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { getPaymentForm, type PaymentKind, paymentTexts } from '#contract/payments/endpoints.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useHasNavigated } from '#web/app/router/has-navigated.ts';
import { useIsHistoryStep } from '#web/app/router/use-router.ts';
import { problemWith } from './check-record.ts';
import { rememberOutcome } from './earlier-outcome.ts';
import { findRecord, type PaymentRecord } from './find-record.ts';

export type PaymentForm = z.output<typeof getPaymentForm.reply>;

type Redirect =
  | { step: 'waiting' }
  /** The form submits itself once. */
  | { step: 'posting'; form: PaymentForm }
  /** The user returned from the provider: continue only when asked. */
  | { step: 'asking'; record: PaymentRecord | null }
  | { step: 'settled'; record: PaymentRecord | null }
  | { step: 'unknown' }
  | { step: 'failed'; message: string; isWorthTrying: boolean };

interface Payment {
  kind: PaymentKind;
  id: string;
}

/** From the address to the provider, or to the reason why not. */
export function useRedirect({ kind, id }: Payment) {
  const isComingBack = useCameBack();
  const [redirect, setRedirect] = useState<Redirect>({ step: 'waiting' });
  const [round, setRound] = useState({ mayPost: !isComingBack });
  const begin = useCallback((mayPost: boolean) => {
    setRedirect({ step: 'waiting' });
    setRound({ mayPost });
  }, []);

  useEffect(() => {
    const stop = new AbortController();
    const show = (next: Redirect) => stop.signal.aborted || setRedirect(next);
    void prepare({ kind, id }, round.mayPost, stop.signal).then(show, (error: unknown) =>
      show(reasonIn(error)),
    );
    return () => stop.abort();
  }, [kind, id, round]);

  useEffect(() => {
    // The browser restores the page as it was, without loading it.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && begin(false);
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [begin]);

  return { redirect, goOn: () => begin(true) };
}

async function prepare(
  { kind, id }: Payment,
  mayPost: boolean,
  signal: AbortSignal,
): Promise<Redirect> {
  const record = await findRecord(kind, id, signal);
  const problem = problemWith(kind, record);
  if (problem !== null) return failed(problem);
  if (record?.state === 'paid') return { step: 'settled', record };
  if (!mayPost) return { step: 'asking', record };
  const form = z.safeParse(
    getPaymentForm.reply,
    await call(getPaymentForm, { params: { type: kind, id }, signal }),
  );
  if (!form.success) return failed(paymentTexts.unknownFormat);
  rememberOutcome(record);
  return { step: 'posting', form: form.data };
}

function reasonIn(error: unknown): Redirect {
  const { status, message } = asApiError(error);
  if (status === 404 || status === 400) return { step: 'unknown' };
  if (status !== 409) return { ...failed(paymentTexts.redirectFailed), isWorthTrying: true };
  return message === paymentTexts.settled ? { step: 'settled', record: null } : failed(message);
}

function failed(message: string) {
  return { step: 'failed' as const, message, isWorthTrying: false };
}

/** Whether the user came by Back or Forward. */
function useCameBack(): boolean {
  const hasNavigated = useHasNavigated();
  const isStep = useIsHistoryStep();
  const [isComingBack] = useState(() => (hasNavigated ? isStep : isRestoredDocument()));
  return isComingBack;
}

function isRestoredDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && 'type' in entry && entry.type === 'back_forward';
}
