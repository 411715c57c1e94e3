import { donatingTexts } from '#contract/donating.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import styles from './donate.module.css';

/** Who gets the money, and whom to ask. */
export function TrustLine() {
  const site = usePublicSettings();
  if (!site) return null;
  const { organisation, email, phone } = site;
  return (
    <footer className={styles.trust}>
      {organisation !== '' && <p>{donatingTexts.goesTo(organisation)}</p>}
      {(email !== '' || phone !== '') && (
        <p>
          {donatingTexts.questions}{' '}
          <span className={styles.contacts}>
            {email !== '' && <a href={`mailto:${email}`}>{email}</a>}
            {phone !== '' && <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>}
          </span>
        </p>
      )}
    </footer>
  );
}
