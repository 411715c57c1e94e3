import { useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { publicSettingsTexts } from '#contract/company-info/public-settings.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { ConfirmProvider } from '#web/ui/confirm.tsx';
import { NoticesProvider } from '#web/ui/notices.tsx';
import { HasNavigated } from './router/has-navigated.ts';
import { useKeptFocus } from './router/keep-focus.ts';
import { LeaveGuard } from './router/leave-guard.ts';
import { Scroll } from './router/scroll.tsx';
import { SystemNotices } from './system-notices.tsx';

/** Around every page. */
export function Root() {
  const location = useLocation();
  const [first] = useState(location);
  useKeptFocus();
  const { isDemo = false, isTestPayments = false } = usePublicSettings() ?? {};
  const notices = [
    ...(isDemo ? [publicSettingsTexts.demo] : []),
    ...(isTestPayments ? [publicSettingsTexts.testPayments] : []),
  ];
  return (
    <HasNavigated value={location !== first}>
      <NoticesProvider>
        <ConfirmProvider>
          <SystemNotices always={notices}>
            <Outlet />
          </SystemNotices>
        </ConfirmProvider>
      </NoticesProvider>
      <LeaveGuard />
      <Scroll />
    </HasNavigated>
  );
}
