import { CircleCheck } from 'lucide-react';
import { registrationTexts } from '#contract/registration/endpoints.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import styles from './wizard.module.css';

/** The result of a registration without a card payment. */
export interface Finish {
  finished: 'eft' | 'free';
  /** The page's load time: after a reload the address starts another registration. */
  loadedAt: number;
}

export function finishNow(finished: Finish['finished']): Finish {
  return { finished, loadedAt: performance.timeOrigin };
}

export function finishOf(state: unknown): Finish['finished'] | null {
  if (typeof state !== 'object' || state === null || !('finished' in state)) return null;
  const finish = state as Finish;
  return finish.loadedAt === performance.timeOrigin ? finish.finished : null;
}

export function FinishedPage({ finished }: Pick<Finish, 'finished'>) {
  const isFree = finished === 'free';
  return (
    <div className={styles.finished}>
      <CircleCheck aria-hidden size={44} strokeWidth={1.5} className={styles.done} />
      <PageTitle>{isFree ? registrationTexts.welcome : registrationTexts.thanks}</PageTitle>
      <div role="status" className={styles.words}>
        <p className={styles.lead}>
          {isFree ? registrationTexts.freeDone : registrationTexts.eftConfirmation}
        </p>
        {!isFree && <p>{registrationTexts.invoiceMailed}</p>}
        <p>{registrationTexts.cameBefore}</p>
      </div>
      <ButtonLink kind="primary" to={paths.login()}>
        {registrationTexts.toLogin}
      </ButtonLink>
    </div>
  );
}
