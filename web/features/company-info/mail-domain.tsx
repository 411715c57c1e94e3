import { useState } from 'react';
import { checkMailDomain, domainTexts as texts } from '#contract/stored-settings/mail-server.ts';
import type { DataOf } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './mail.module.css';

/** What DNS says of the domain that mails come from. */
export function MailDomain() {
  const { send, busy } = useCall(checkMailDomain);
  const [found, setFound] = useState<DataOf<typeof checkMailDomain> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  async function check() {
    const outcome = await send({});
    setFound(outcome.ok ? outcome.data : null);
    setProblem(outcome.ok ? null : (outcome.error?.message ?? null));
  }
  return (
    <Card title={texts.title}>
      <p>{texts.intro}</p>
      <div className={styles.send}>
        <Button busy={busy} onClick={() => void check()}>
          {texts.check}
        </Button>
        <output>{found !== null && found.records.length === 0 && texts.none}</output>
      </div>
      <FormProblem message={problem} />
      {found !== null && found.records.length > 0 && (
        <dl className={styles.records}>
          {found.records.map(({ name, state, finding }) => (
            <div key={name}>
              <dt>
                {name} <StatusBadge status={texts.states[state]} />
              </dt>
              <dd>{finding}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
