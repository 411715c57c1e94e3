import { useState } from 'react';
import { useIsMailKept } from '#web/api/menu-counts.ts';
import { type RenewalRun, renewalTexts } from '#contract/renewals/endpoints.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import styles from './latest-renewals.module.css';
import { RenewalCounts, useRenewalRuns } from './renewal-runs.tsx';

/** The progress of sending, also after a reload, and the result of the last run. */
export function LatestRenewals() {
  const { data } = useRenewalRuns();
  const isMailKept = useIsMailKept();
  // Runs that ended before the page was opened are not announced.
  const [old, setOld] = useState<readonly string[] | null>(null);
  if (data !== undefined && old === null) {
    setOld(data.filter(({ finishedUtc }) => finishedUtc !== null).map(({ id }) => id));
  }
  const run = data?.[0];
  const isNews = run !== undefined && old !== null && !old.includes(run.id);
  return (
    <div role="status" data-print="no" className={styles.latest}>
      {isNews && run.finishedUtc === null && <Progress run={run} />}
      {isNews && run.finishedUtc !== null && (
        <Card title={isMailKept ? renewalTexts.kept : renewalTexts.sent}>
          <RenewalCounts label={renewalTexts.created} count={run.created} skipped={run.skipped} />
          <Button kind="quiet" onClick={() => setOld([...old, run.id])}>
            Close
          </Button>
        </Card>
      )}
    </div>
  );
}

function Progress({ run }: { run: RenewalRun }) {
  const title = renewalTexts.running(run.startedBy);
  return (
    <Card title={title}>
      <progress
        aria-label={title}
        value={run.done}
        max={Math.max(run.total, run.done, 1)}
        className={styles.bar}
      />
      <p>{renewalTexts.progress(run.done, Math.max(run.total, run.done))}</p>
      <p>{renewalTexts.leave}</p>
    </Card>
  );
}
