import { useEffect, useState } from 'react';
import { checkPassword, requestResetToken } from '#contract/first-password.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useNavigate } from '#web/app/router/use-router.ts';
import { forFirstPassword } from './first-password.ts';
import { paths } from '#web/app/paths.ts';

export interface FirstPassword {
  checking: boolean;
  /** Why the first password can not be chosen here. */
  refusal: string | null;
}

/**
 * Whoever comes by the link of an invitation and has no password yet goes on to choose one; everyone
 * else signs in. Specification §4.
 */
export function useFirstPassword(userId: string | undefined): FirstPassword {
  const navigate = useNavigate();
  const [checked, setChecked] = useState<string>();
  const [refusal, setRefusal] = useState<string | null>(null);

  useEffect(() => {
    if (userId === undefined) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;

    async function check(id: string): Promise<void> {
      const hasPassword = await isSet(id, signal);
      if (signal.aborted) return;
      if (hasPassword) {
        setChecked(id);
        return;
      }
      try {
        const link = await call(requestResetToken, { body: { userId: id } }, { signal });
        await navigate(paths.resetPassword(link), { replace: true, state: forFirstPassword });
      } catch (error) {
        if (signal.aborted) return;
        setRefusal(asApiError(error).message);
        setChecked(id);
      }
    }

    void check(userId);
    return () => leaving.abort();
  }, [userId, navigate]);

  return { checking: userId !== undefined && checked !== userId, refusal };
}

/** A check that fails is only logged: who has a password can sign in all the same. */
async function isSet(userId: string, signal: AbortSignal): Promise<boolean> {
  try {
    return await call(checkPassword, { query: { userId } }, { signal });
  } catch (error) {
    // oxlint-disable-next-line no-console -- only logged, by the specification
    if (!signal.aborted) console.error('The password-set check failed.', error);
    return true;
  }
}
