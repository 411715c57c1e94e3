import { useEffect, useRef } from 'react';
import { checkEmail, emailTexts } from '#contract/auth.ts';
import { useCall } from '#web/api/use-call.ts';

/** Asks only on Next. Specification §4. */
export function useEmailCheck() {
  const { busy, error, send } = useCall(checkEmail);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  /** `unknown` also when the person has left meanwhile: nobody is pulled back. */
  async function check(email: string): Promise<'free' | 'taken' | 'unknown'> {
    const outcome = await send({ query: { email } });
    if (!outcome.ok || !isHere.current) return 'unknown';
    return outcome.data ? 'taken' : 'free';
  }

  return { busy, problem: error && emailTexts.unchecked, check };
}
