import {
  privacyNoticeTexts,
  privacySections,
  regulatorContacts,
} from '#contract/privacy/privacy-notice.ts';
import { privacyTexts } from '#contract/privacy/texts.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './privacy.module.css';

/** The privacy notice that POPIA requires, with the contacts from Company Info. */
export function PrivacyPage() {
  return (
    <>
      <PageTitle>{privacyTexts.title}</PageTitle>
      <div className={styles.notice}>
        <p>{privacyTexts.intro}</p>
        <OrganisationContacts />
        {privacySections.map(({ heading, paragraphs = [], points = [] }) => (
          <section key={heading} className={styles.section}>
            <h2>{heading}</h2>
            {points.length > 0 && (
              <ul>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
        <section className={styles.section}>
          <h2>{privacyNoticeTexts.complain}</h2>
          <p>{privacyNoticeTexts.regulator}</p>
          <p className={styles.contacts}>
            <a href={regulatorContacts.site}>{regulatorContacts.site.replace('https://', '')}</a>
            <a href={`mailto:${regulatorContacts.email}`}>{regulatorContacts.email}</a>
          </p>
        </section>
      </div>
    </>
  );
}

/** The contacts load later; their space is reserved, so that nothing moves. */
function OrganisationContacts() {
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
