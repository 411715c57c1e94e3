import { createContext, type ReactNode, useContext, useState } from 'react';
import { useLocation } from '#web/router/use-router.ts';
import { ConfirmProvider } from '#web/ui/confirm.tsx';
import { NoticesProvider } from '#web/ui/notices.tsx';
import { TestPaymentsBar } from './test-payments-bar.tsx';

const HasNavigated = createContext(false);

/** Whether this page followed another one, rather than being the first that was opened. */
export function useHasNavigated(): boolean {
  return useContext(HasNavigated);
}

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
