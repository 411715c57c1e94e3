import { useEffect, useState } from 'react';
import { proofField } from '#contract/auth/proof.ts';
import { ApiError } from '#web/api/api-error.ts';
import { runCallsWith } from '#web/api/run-call.ts';
import { ProofDialog } from '#web/features/auth/proof-dialog.tsx';

/**
 * Where a call needs the password again, asks for it and repeats the call with the same input, so that the
 * page goes on where it was. product-rules 4.33.
 */
export function ProofGate() {
  const [answer, setAnswer] = useState<((isProved: boolean) => void) | null>(null);

  useEffect(() => {
    // Calls that are refused at the same time ask once.
    let asking: Promise<boolean> | null = null;
    function ask(): Promise<boolean> {
      asking ??= new Promise<boolean>((resolve) => setAnswer(() => resolve)).finally(() => {
        asking = null;
        setAnswer(null);
      });
      return asking;
    }
    return runCallsWith(async (effect) => {
      try {
        return await effect();
      } catch (error) {
        if (!needsProof(error) || !(await ask())) throw error;
        return effect();
      }
    });
  }, []);

  return answer && <ProofDialog onAnswer={answer} />;
}

function needsProof(error: unknown): boolean {
  const isRefused = error instanceof ApiError && error.status === 403;
  return isRefused && error.errors.some(({ field }) => field === proofField);
}
