import { siteTexts } from '#contract/site.ts';
import styles from './test-payments-bar.module.css';
import { usePublicSettings } from '#web/api/use-public-settings.ts';

/** Above everything while the simulator stands in for the provider. Rules §2. */
export function TestPaymentsBar() {
  const site = usePublicSettings();
  return site?.isTestPayments === true ? (
    <aside className={styles.bar} aria-label="Test payments" data-print="no">
      <p>{siteTexts.testPayments}</p>
    </aside>
  ) : null;
}
