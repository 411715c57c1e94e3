import { useLocation } from '#web/app/router/use-router.ts';
import { FinishedPage, finishOf } from './finished.tsx';
import { Wizard } from './wizard.tsx';

export function RegisterPage() {
  const finished = finishOf(useLocation().state);
  return finished ? <FinishedPage finished={finished} /> : <Wizard />;
}
