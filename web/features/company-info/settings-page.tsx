import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { ErasureRequestsCard } from '#web/features/privacy/erasure-requests-card.tsx';
import { RetentionCard } from '#web/features/privacy/retention-card.tsx';
import layout from '#web/forms/form-layout.module.css';
import { PageTitle } from '#web/ui/page-title.tsx';
import { CardAccount } from './card-account.tsx';
import { MailDomain } from './mail-domain.tsx';
import { MailLimits } from './mail-limits.tsx';
import { MailServer } from './mail-server.tsx';
import { TestMail } from './test-mail.tsx';
import { TwoStepSettings } from './two-step-settings.tsx';

/** The tabs beside Company Info. One file, because each makes the first load of all pages larger. */
export function SettingsPage() {
  const { pathname } = useLocation();
  if (pathname === paths.mailSettings()) {
    return (
      <Tab title="Mail Settings">
        <MailServer />
        <TestMail />
        <MailDomain />
        <MailLimits />
      </Tab>
    );
  }
  if (pathname === paths.cardSettings()) {
    return (
      <Tab title="Card Payments">
        <CardAccount />
      </Tab>
    );
  }
  if (pathname === paths.signInSettings()) {
    return (
      <Tab title="Sign-in of Administrators">
        <TwoStepSettings />
      </Tab>
    );
  }
  return (
    <Tab title="Privacy Settings">
      <ErasureRequestsCard />
      <RetentionCard />
    </Tab>
  );
}

function Tab({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className={layout.form}>{children}</div>
    </>
  );
}
