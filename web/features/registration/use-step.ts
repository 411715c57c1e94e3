import { paths } from '#web/app/paths.ts';
import { useLocation, useNavigate } from '#web/app/router/use-router.ts';
import { entriesBack, further, lastOf, replaced, trailOf } from './step-trail.ts';
import type { Step } from './wizard-steps.ts';

export interface StepMoves {
  step: Step;
  /** Someone was brought back here because a reload lost the passwords. */
  askPasswords: boolean;
  goOn: (step: Step) => void;
  /** As the browser's Back does, once or more often. */
  goBack: (step: Step) => void;
  /** Gives this entry of the history to another step. */
  goInstead: (step: Step, askPasswords: boolean) => void;
}

/** Which step of the wizard this entry of the browser's history is. */
export function useStep(): StepMoves {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { askPasswords?: unknown } | null };
  const trail = trailOf(state);

  function goInstead(step: Step, askPasswords = false) {
    const next = { trail: replaced(trail, step), askPasswords };
    void navigate(paths.register(), { replace: true, state: next });
  }

  return {
    step: lastOf(trail),
    askPasswords: state?.askPasswords === true,
    goOn: (step) => void navigate(paths.register(), { state: { trail: further(trail, step) } }),
    goBack(step) {
      const entries = entriesBack(trail, step);
      if (entries === null) goInstead(step);
      else void navigate(-entries);
    },
    goInstead,
  };
}
