import { privacyNoticeTexts } from '#contract/privacy-notice.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import styles from './privacy.module.css';

/** Who they are comes after the page: their place is kept, so that nothing moves. */
export function Responsible() {
  const site = usePublicSettings();
  const name = site?.organisation || privacyNoticeTexts.unnamed;
  return (
    <section className={styles.section}>
      <h2>{privacyNoticeTexts.responsible}</h2>
      <p>{privacyNoticeTexts.responsibleFor(name)}</p>
      <address className={styles.contacts}>
        {site?.email && <a href={`mailto:${site.email}`}>{site.email}</a>}
        {site?.phone && <a href={`tel:${site.phone.replaceAll(/[^\d+]/g, '')}`}>{site.phone}</a>}
        {site?.address && <span className={styles.address}>{site.address}</span>}
      </address>
    </section>
  );
}
