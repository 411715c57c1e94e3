import { useState } from 'react';
import { resetPasswordTexts } from '#contract/auth.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Link } from '#web/app/router/link.tsx';
import { useLocation, useSearchParams } from '#web/app/router/use-router.ts';
import { isFirstPassword } from './first-password.ts';
import { paths } from '#web/app/paths.ts';
import { FormSuccess } from './form-success.tsx';
import { GoToLogin } from './go-to-login.tsx';
import { IncompleteLink } from './incomplete-link.tsx';
import styles from './passwords.module.css';
import { ResetPasswordForm } from './reset-password-form.tsx';

export function ResetPasswordPage() {
  const query = useSearchParams();
  const [isReset, setReset] = useState(false);
  const isFirst = isFirstPassword(useLocation().state);
  const token = query.get('token') ?? '';
  const email = query.get('email') ?? '';
  if (token === '' || email === '') return <IncompleteLink />;
  return (
    <>
      <PageTitle>Reset Password</PageTitle>
      <FormSuccess message={isReset ? resetPasswordTexts.success : null} />
      {isReset ? (
        <GoToLogin />
      ) : (
        <>
          {isFirst && <p>{resetPasswordTexts.chooseFirst}</p>}
          <ResetPasswordForm link={{ token, email }} onReset={() => setReset(true)} />
          <p className={styles.after}>
            <Link to={paths.forgotPassword()}>{resetPasswordTexts.askForLink}</Link>
          </p>
        </>
      )}
    </>
  );
}
