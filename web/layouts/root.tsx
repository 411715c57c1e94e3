import { createContext, useContext, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { ConfirmProvider } from '#web/ui/confirm.tsx';
import { NoticesProvider } from '#web/ui/notices.tsx';
import { TestPaymentsBar } from './test-payments-bar.tsx';

const HasNavigated = createContext(false);

/** Whether this page followed another one, rather than being the first that was opened. */
export function useHasNavigated(): boolean {
  return useContext(HasNavigated);
}

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
      <ScrollRestoration />
    </HasNavigated>
  );
}
