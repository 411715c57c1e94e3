import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { checkEmail, emailTexts } from '#contract/auth.ts';
import { memberForm } from '#contract/members.ts';
import { call } from '#web/api/call.ts';
import type { MemberValues } from './member-values.ts';

/** Asks whether an address is somebody's, when it is another one than before. Specification §5. */
export function useEmailCheck(
  form: UseFormReturn<MemberValues, unknown, MemberValues>,
  own: string,
) {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  /** The sentence against it; null when it may be used. */
  async function refusalOf(email: string): Promise<string | null> {
    if (email === own) return null;
    try {
      const isTaken = await call(checkEmail, { query: { email } });
      return isTaken ? emailTexts.taken : null;
    } catch {
      return emailTexts.unchecked;
    }
  }

  /** When the field is left: whoever typed it need not wait for the save to hear of it. */
  async function checkOnBlur(): Promise<void> {
    const typed = form.getValues('email');
    const { data: email } = memberForm.shape.email.safeParse(typed);
    const message = email === undefined ? null : await refusalOf(email);
    if (message === null || !isHere.current || form.getValues('email') !== typed) return;
    form.setError('email', { type: 'server', message });
  }

  return { refusalOf, checkOnBlur };
}
