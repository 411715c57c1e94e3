import { CircleCheck } from 'lucide-react';
import { finishTexts } from '#contract/registration/finish-texts.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import styles from './wizard.module.css';

/** The result of a registration for a free type. The others end on other pages. */
export interface Finish {
  /** The page's load time: after a reload the address starts another registration. */
  loadedAt: number;
}

export function finishNow(): Finish {
  return { loadedAt: performance.timeOrigin };
}

export function finishOf(state: unknown): Finish | null {
  if (typeof state !== 'object' || state === null || !('loadedAt' in state)) return null;
  const finish = state as Finish;
  return finish.loadedAt === performance.timeOrigin ? finish : null;
}

export function FinishedPage() {
  return (
    <div className={styles.finished}>
      <CircleCheck aria-hidden size={44} strokeWidth={1.5} className={styles.done} />
      <PageTitle>{finishTexts.welcome}</PageTitle>
      <div role="status" className={styles.words}>
        <p className={styles.lead}>{finishTexts.freeDone}</p>
        <p>{finishTexts.cameBefore}</p>
      </div>
      <ButtonLink kind="primary" to={paths.login()}>
        {finishTexts.toLogin}
      </ButtonLink>
    </div>
  );
}
