import { CircleCheck } from 'lucide-react';
import { finishTexts } from '#contract/registration/finish-texts.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/app/paths.ts';
import { EftConfirmation, EmailsToCome } from '#web/features/auth/eft-notice.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import type { Finish } from './registration-finished.ts';
import styles from './wizard.module.css';

/** Apart from the wizard, since its visitors rarely finish here. */
export function EndOfRegistration({ finish: { eftDetails: details } }: { finish: Finish }) {
  return (
    <div className={styles.finished}>
      <CircleCheck aria-hidden size={44} strokeWidth={1.5} className={styles.done} />
      <PageTitle>{details ? finishTexts.thanks : finishTexts.welcome}</PageTitle>
      {details ? (
        <div className={styles.words}>
          <EftConfirmation details={details} />
        </div>
      ) : (
        <div role="status" className={styles.words}>
          <p className={styles.lead}>{finishTexts.freeDone}</p>
          <EmailsToCome />
        </div>
      )}
      <ButtonLink kind="primary" to={paths.login()}>
        {details ? finishTexts.toOwnPages : finishTexts.toLogin}
      </ButtonLink>
    </div>
  );
}
