import { otherAccountTexts } from '#contract/auth/session-end.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import styles from './other-account.module.css';

interface Props {
  /** Whom the link is for, and who is signed in. */
  sentence: string;
  onLogOut: () => void;
  /** Where the signed-in user can go on, if this is not their own page. */
  stayAt?: string | null;
}

/** A link in an email was sent to somebody else: it must not act on the signed-in user's data. */
export function OtherAccount({ sentence, onLogOut, stayAt = null }: Props) {
  return (
    <div className={styles.notice}>
      <p>{sentence}</p>
      <p className={styles.actions}>
        <Button onClick={onLogOut}>{otherAccountTexts.logOut}</Button>
        {stayAt !== null && (
          <ButtonLink replace to={stayAt}>
            {otherAccountTexts.stay}
          </ButtonLink>
        )}
      </p>
    </div>
  );
}
