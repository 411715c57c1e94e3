import { useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { publicSettingsTexts } from '#contract/company-info/public-settings.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { ConfirmProvider } from '#web/ui/confirm.tsx';
import { NoticesProvider } from '#web/ui/notices.tsx';
import styles from './root.module.css';
import { HasNavigated } from './router/has-navigated.ts';
import { LeaveGuard } from './router/leave-guard.ts';
import { Scroll } from './router/scroll.tsx';

/** Around every page. */
export function Root() {
  const location = useLocation();
  const [first] = useState(location);
  return (
    <HasNavigated value={location !== first}>
      <NoticesProvider>
        <ConfirmProvider>
          <TestPaymentsBar />
          <Outlet />
        </ConfirmProvider>
      </NoticesProvider>
      <LeaveGuard />
      <Scroll />
    </HasNavigated>
  );
}

/** On every page while payments go to the simulator. product-rules 2.5. */
function TestPaymentsBar() {
  const site = usePublicSettings();
  return site?.isTestPayments === true ? (
    <aside className={styles.bar} aria-label="Test payments" data-print="no">
      <p>{publicSettingsTexts.testPayments}</p>
    </aside>
  ) : null;
}
