import { forgotPasswordTexts } from '#contract/auth.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/app/paths.ts';
import { Link } from '#web/app/router/link.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import styles from './passwords.module.css';

export function ForgotPasswordPage() {
  return (
    <>
      <PageTitle>Forgot Password</PageTitle>
      <ForgotPasswordForm />
      <p className={styles.after}>
        <Link to={paths.login()}>{forgotPasswordTexts.toLogin}</Link>
      </p>
    </>
  );
}
