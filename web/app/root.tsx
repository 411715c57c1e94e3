import { type ReactNode, useState } from 'react';
import { useLocation } from './router/use-router.ts';
import { ConfirmProvider } from '#web/ui/confirm.tsx';
import { NoticesProvider } from '#web/ui/notices.tsx';
import { HasNavigated } from './router/has-navigated.ts';
import { TestPaymentsBar } from './test-payments-bar.tsx';

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
