import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import {
  cancelHeldMails,
  heldMailCount,
  type OpenRestore,
  releaseHeldMails,
  restoreTexts as texts,
} from '#contract/restores/endpoints.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { openRestore } from './open-restore.ts';
import styles from './restored-page.module.css';

/** After a restore, an administrator decides about the emails that were not sent. product-rules 8.9. */
export function RestoredPage() {
  const { data, isError, isFetching, refetch } = useQuery(openRestore);
  return (
    <>
      <PageTitle>{texts.heading}</PageTitle>
      {isError && (
        <LoadFailure text={texts.failed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <Spinner />}
      {data === null && <p>{texts.nothingToDo}</p>}
      {data && <Decision restore={data} />}
    </>
  );
}

function Decision({ restore }: { restore: OpenRestore }) {
  const { backupMadeUtc, heldMails, heldBulkEmails } = restore;
  const confirm = useConfirm();
  const notify = useNotify();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const releasing = useCall(releaseHeldMails);
  const cancelling = useCall(cancelHeldMails);
  const error: ApiError | null = releasing.error ?? cancelling.error;

  /** To another page, because the focused button disappears. */
  async function answer({ send }: typeof releasing | typeof cancelling, done: string) {
    releasing.clearError();
    cancelling.clearError();
    const outcome = await send({});
    if (!outcome.ok) return;
    queries.setQueryData(openRestore.queryKey, null);
    notify.success(done);
    await navigate(heldMails > 0 ? paths.mailLog() : paths.dashboard());
  }

  async function askRelease() {
    const question = { title: texts.release, body: texts.askRelease, confirm: texts.release };
    if (await confirm({ ...question, cancel: 'No, go back' }))
      await answer(releasing, texts.released);
  }

  async function askCancel() {
    const question = { title: texts.cancel, body: texts.askCancel, confirm: texts.cancel };
    if (await confirm({ ...question, cancel: 'No, go back', danger: true })) {
      await answer(cancelling, texts.cancelled);
    }
  }

  return (
    <Card className={styles.card}>
      <p>{texts.from(backupMadeUtc)}</p>
      {heldMails > 0 && (
        <p>
          <strong>{texts.held(heldMailCount(heldMails))}</strong> {texts.aboutHeld}{' '}
          <Link to={paths.heldMails()}>{texts.listHeld}</Link>
        </p>
      )}
      {heldBulkEmails > 0 && (
        <p>
          {texts.aboutBulk(heldBulkEmails)} <Link to={paths.bulkEmails()}>{texts.listBulk}</Link>
        </p>
      )}
      <FormProblem message={error?.message} />
      <div className={styles.actions}>
        {heldMails > 0 ? (
          <>
            <Button kind="primary" busy={releasing.busy} onClick={() => void askRelease()}>
              {texts.release}
            </Button>
            <Button kind="danger" busy={cancelling.busy} onClick={() => void askCancel()}>
              {texts.cancel}
            </Button>
          </>
        ) : (
          <Button
            kind="primary"
            busy={releasing.busy}
            onClick={() => void answer(releasing, texts.closed)}
          >
            {texts.close}
          </Button>
        )}
      </div>
    </Card>
  );
}
