import { useState } from 'react';
import { Link } from 'react-router';
import {
  type Backup,
  type Backups,
  backupTexts,
  type SelfTest,
  startBackup,
} from '#contract/backups/endpoints.ts';
import { formatMoment } from '#contract/days.ts';
import { useRecount } from '#web/api/menu-counts.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { formatFileSize } from '#web/ui/format-file-size.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { Warning } from '#web/ui/warning.tsx';
import styles from './backups.module.css';
import { formatAge } from './format-age.ts';
import { isUnfinished, useBackups } from './use-backups.ts';

/** The latest backups, and Back up now. */
export function BackupsCard({ onDownload }: { onDownload: () => void }) {
  const { data, isError, isFetching, refetch } = useBackups();
  return (
    <Card title={backupTexts.latest}>
      <p>
        {backupTexts.hint} {backupTexts.toRestore}{' '}
        <Link to={paths.help('restore-everything-from-a-backup')} target="_blank">
          {backupTexts.restoreHelp}
        </Link>
        .
      </p>
      {isError && (
        <LoadFailure text={backupTexts.failed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data && <State backups={data} refetch={refetch} onDownload={onDownload} />}
    </Card>
  );
}

interface StateProps {
  backups: Backups;
  refetch: () => Promise<unknown>;
  onDownload: () => void;
}

function State({ backups, refetch, onDownload }: StateProps) {
  const { recent, latest, selfTest, isOverdue, nowUtc } = backups;
  const { send, busy } = useCall(startBackup);
  const [problem, setProblem] = useState<string | null>(null);
  const [startedId, setStartedId] = useState<string | null>(null);
  const unfinished = recent.find(isUnfinished);
  const last = recent.find((backup) => !isUnfinished(backup));
  useRecount(startedId !== null && unfinished === undefined);

  async function start() {
    setProblem(null);
    const outcome = await send({});
    if (outcome.ok) {
      setStartedId(outcome.data.id);
      await refetch();
    } else if (outcome.error) setProblem(outcome.error.message);
  }

  return (
    <>
      {isOverdue && (
        <Warning>
          <p>{`${backupTexts.systemNotice.title}: ${backupTexts.systemNotice.detail}`}</p>
        </Warning>
      )}
      {last?.failure != null && <Warning>{backupTexts.lastFailed(last.failure)}</Warning>}
      {last?.copyFailure != null && <Warning>{backupTexts.copyFailed(last.copyFailure)}</Warning>}
      {selfTest?.failure != null && <Warning>{backupTexts.testFailed(selfTest.failure)}</Warning>}
      {selfTest?.copyFailure != null && (
        <Warning>{backupTexts.copyTestFailed(selfTest.copyFailure)}</Warning>
      )}
      {latest === null ? (
        <p>{backupTexts.none}</p>
      ) : (
        <Latest latest={latest} selfTest={selfTest} nowUtc={nowUtc} />
      )}
      <div className={styles.actions}>
        <Button busy={busy || unfinished !== undefined} onClick={() => void start()}>
          {backupTexts.start}
        </Button>
        {latest !== null && <Button onClick={onDownload}>{backupTexts.download}</Button>}
        <output className={styles.state}>
          {progressOf(
            unfinished,
            recent.find(({ id }) => id === startedId),
          )}
        </output>
      </div>
      <FormProblem message={problem} />
      {recent.length > 0 && <Recent recent={recent} />}
    </>
  );
}

function progressOf(unfinished: Backup | undefined, started: Backup | undefined): string | null {
  if (unfinished !== undefined) {
    return unfinished.startedUtc === null ? backupTexts.waiting : backupTexts.running;
  }
  if (started === undefined) return null;
  return started.failure === null ? backupTexts.made : backupTexts.startedFailed;
}

interface LatestProps {
  latest: Backup;
  selfTest: SelfTest | null;
  nowUtc: string;
}

function Latest({ latest, selfTest, nowUtc }: LatestProps) {
  const { madeUtc, bytes, rows, host, folder, fileName, copyFolder, isCopied } = latest;
  const madeAt = madeUtc ?? nowUtc;
  const age = formatAge(Date.parse(nowUtc) - Date.parse(madeAt));
  const facts = [
    { label: 'Last backup', value: `${formatMoment(madeAt)} (${age})` },
    { label: 'Size', value: `${formatFileSize(bytes ?? 0)}, ${rows ?? 0} rows` },
    { label: 'File', value: `${folder}/${fileName} on ${host}` },
    {
      label: 'Second copy',
      value: isCopied && copyFolder !== null ? `in ${copyFolder}` : 'none',
    },
  ];
  return (
    <>
      <DefinitionList facts={facts} />
      <p>{latest.isEncrypted ? backupTexts.encrypted : backupTexts.notEncrypted}</p>
      {!latest.hasKeys && <p>{backupTexts.withoutKeys}</p>}
      <p>{testWords(selfTest)}</p>
    </>
  );
}

/** The result and how it was found. */
function testWords(test: SelfTest | null): string {
  if (test === null) return backupTexts.notTested;
  const { fileName, finishedUtc, way, whyVerified, failure, copyFolder, copyFailure } = test;
  const result = failure === null ? backupTexts.testPassed[way] : backupTexts.testNotPassed[way];
  const tested = backupTexts.tested(formatMoment(finishedUtc), fileName, result);
  const isSame = copyFolder !== null && copyFailure === null;
  const copied = isSame ? backupTexts.copySame(copyFolder) : null;
  return [tested, whyVerified, copied].filter((words) => words !== null).join(' ');
}

function Recent({ recent }: Pick<Backups, 'recent'>) {
  return (
    <ul aria-label={backupTexts.recent} className={styles.list}>
      {recent.map((backup) => (
        <li key={backup.id} className={styles.row}>
          <div className={styles.main}>
            <span>{formatMoment(backup.madeUtc ?? backup.requestedUtc)}</span>
            <StatusBadge status={statusOf(backup)} />
            <span className={styles.detail}>{detailsOf(backup)}</span>
          </div>
          {(backup.failure ?? backup.copyFailure) !== null && (
            <p className={styles.detail}>{backup.failure ?? backup.copyFailure}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

function statusOf({ madeUtc, failure, startedUtc, copyFailure }: Backup): string {
  if (failure !== null) return 'Failed';
  if (madeUtc !== null) return copyFailure === null ? 'Complete' : 'Not copied';
  return startedUtc === null ? 'Waiting' : 'Processing';
}

function detailsOf({ isNightly, bytes, isRemoved }: Backup): string {
  return [
    isNightly ? 'nightly' : 'Back up now',
    ...(bytes === null ? [] : [formatFileSize(bytes)]),
    ...(isRemoved ? ['deleted'] : []),
  ].join(', ');
}
