import layout from '#web/forms/form-layout.module.css';
import { PageTitle } from '#web/ui/page-title.tsx';
import { MailLimits } from './mail-limits.tsx';
import { TestMail } from './test-mail.tsx';

/** How mail leaves, a test mail, and the limits of bulk emails. */
export function MailSettingsPage() {
  return (
    <>
      <PageTitle>Mail Settings</PageTitle>
      <div className={layout.form}>
        <TestMail />
        <MailLimits />
      </div>
    </>
  );
}
