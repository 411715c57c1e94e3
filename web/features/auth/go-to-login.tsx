import { useEffect, useRef } from 'react';
import { resetPasswordTexts } from '#contract/auth.ts';
import { resetRedirectMs } from '#contract/limits.ts';
import { paths } from '#web/app/paths.ts';
import { useNavigate } from '#web/app/router/use-router.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import styles from './passwords.module.css';

/** Goes on by itself, or at once when pressed. Specification §4. */
export function GoToLogin() {
  const navigate = useNavigate();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    link.current?.focus();
    const timer = setTimeout(
      () => void navigate(paths.login(), { replace: true }),
      resetRedirectMs,
    );
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div className={styles.onward}>
      <ButtonLink ref={link} kind="primary" wide replace to={paths.login()}>
        {resetPasswordTexts.toLogin}
      </ButtonLink>
    </div>
  );
}
