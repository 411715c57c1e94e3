import { forgotPasswordTexts, resetPasswordTexts } from '#contract/auth.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/app/paths.ts';
import { Link } from '#web/app/router/link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import styles from './passwords.module.css';

/** Stands where the address has no token or no email: mail programs cut long links in two. */
export function IncompleteLink() {
  return (
    <>
      <PageTitle>Reset Password</PageTitle>
      <div className={styles.form}>
        <FormProblem message={resetPasswordTexts.incomplete} />
        <ButtonLink kind="primary" wide to={paths.forgotPassword()}>
          {resetPasswordTexts.askForLink}
        </ButtonLink>
      </div>
      <p className={styles.after}>
        <Link to={paths.login()}>{forgotPasswordTexts.toLogin}</Link>
      </p>
    </>
  );
}
