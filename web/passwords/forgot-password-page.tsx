import { forgotPasswordTexts } from '#contract/auth/endpoints.ts';
import { PageTitle } from '#web/layouts/page-title.tsx';
import { paths } from '#web/paths.ts';
import { Link } from '#web/router/link.tsx';
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
