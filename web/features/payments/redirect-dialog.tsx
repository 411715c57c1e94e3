import { useRef } from 'react';
import { paymentTexts } from '#contract/payments.ts';
import { paths } from '#web/app/paths.ts';
import { useNavigate } from '#web/app/router/use-router.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface Props {
  title: string;
  message: string;
  onTryAgain?: (() => void) | undefined;
}

/** What stands in the way; closing it leads to the sign-in page. Specification §8. */
export function RedirectDialog({ title, message, onTryAgain }: Props) {
  const navigate = useNavigate();
  const leave = () => void navigate(paths.login(), { replace: true });
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      role="alertdialog"
      title={title}
      startAt={safe}
      onClose={leave}
      actions={
        <>
          <Button ref={safe} kind={onTryAgain ? 'secondary' : 'primary'} onClick={leave}>
            {paymentTexts.toLogin}
          </Button>
          {onTryAgain && (
            <Button kind="primary" onClick={onTryAgain}>
              {paymentTexts.tryAgain}
            </Button>
          )}
        </>
      }
    >
      <p>{message}</p>
    </Dialog>
  );
}
