import { type ReactNode, useState } from 'react';
import { siteTexts } from '#contract/site.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { ConfirmProvider } from '#web/ui/confirm.tsx';
import { NoticesProvider } from '#web/ui/notices.tsx';
import styles from './root.module.css';
import { HasNavigated } from './router/has-navigated.ts';
import { useLocation } from './router/use-router.ts';

export function Root({ children }: { children: ReactNode }) {
  const location = useLocation();
  const [first] = useState(location);
  return (
    <HasNavigated value={location !== first}>
      <NoticesProvider>
        <ConfirmProvider>
          <TestPaymentsBar />
          {children}
        </ConfirmProvider>
      </NoticesProvider>
    </HasNavigated>
  );
}

/** On every page while payments go to the simulator. Rules §2. */
function TestPaymentsBar() {
  const site = usePublicSettings();
  return site?.isTestPayments === true ? (
    <aside className={styles.bar} aria-label="Test payments" data-print="no">
      <p>{siteTexts.testPayments}</p>
    </aside>
  ) : null;
}
