import { PageTitle } from '#web/ui/page-title.tsx';
import { TwoStepSettings } from './two-step-settings.tsx';

export function SignInSettingsPage() {
  return (
    <>
      <PageTitle>Sign-in of Administrators</PageTitle>
      <TwoStepSettings />
    </>
  );
}
