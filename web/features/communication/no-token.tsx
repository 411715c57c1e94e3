import { CircleAlert } from 'lucide-react';
import { unsubscribingTexts } from '#contract/unsubscribing.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import styles from './unsubscribe.module.css';

/** The address names nobody who could be unsubscribed. Specification §2. */
export function NoToken() {
  return (
    <div className={styles.outcome}>
      <CircleAlert aria-hidden size={44} strokeWidth={1.5} className={styles.bad} />
      <div role="alert" className={styles.words}>
        <PageTitle>{unsubscribingTexts.noTokenTitle}</PageTitle>
        <p>{unsubscribingTexts.noToken}</p>
      </div>
      <ButtonLink kind="primary" wide to={paths.home()}>
        {unsubscribingTexts.toHome}
      </ButtonLink>
    </div>
  );
}
