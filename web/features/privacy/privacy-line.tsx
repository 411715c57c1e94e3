import { privacyTexts } from '#contract/privacy.ts';
import { paths } from '#web/app/paths.ts';
import { Link } from '#web/app/router/link.tsx';
import styles from './privacy.module.css';

/** Beside the fields that it is about: what they are for, and where the whole text stands. */
export function PrivacyLine({ children }: { children: string }) {
  return (
    <p className={styles.line}>
      {children} {/* In a tab of its own, so that nothing that was typed is lost. */}
      <Link to={paths.privacy()} target="_blank" rel="noopener">
        {privacyTexts.more}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </Link>
    </p>
  );
}
