import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  getMailDelivery,
  getTestMail,
  isLocalAddress,
  sendTestMail,
  testMailOutcome,
  testMailTexts,
} from '#contract/company-info/test-mail.ts';
import { paths } from '#web/app/paths.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { menuCounts } from '#web/api/menu-counts.ts';
import { useCall } from '#web/api/use-call.ts';
import { Link } from 'react-router';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Warning } from '#web/ui/warning.tsx';
import styles from './mail.module.css';

/** Whether emails are delivered, and the address of a test email. */
export const mailDelivery = queryOptions({
  queryKey: ['mailDelivery'],
  queryFn: ({ signal }) => call(getMailDelivery, { signal }),
});

/** Sends a test email to the user. */
export function TestMail() {
  const { data: delivery } = useQuery(mailDelivery);
  const keptMails = useQuery({ ...menuCounts, enabled: false }).data?.keptMails ?? 0;
  const { send, busy, message, problem } = useTestMail();
  if (!delivery) return null;
  return (
    <Card title="Email">
      <p>
        {delivery.isCaptured ? testMailTexts.captured : testMailTexts.isSent}{' '}
        {testMailTexts.comeFrom(delivery.from)} {testMailTexts.goesTo(delivery.to)}
      </p>
      {delivery.isMailFromIgnored && <Warning>{testMailTexts.mailFromIgnored}</Warning>}
      {isLocalAddress(delivery.to) && !delivery.isCaptured ? (
        <Warning>
          {testMailTexts.localAddress(delivery.to)}{' '}
          <Link to={paths.users()}>{testMailTexts.ownAddress}</Link>
        </Warning>
      ) : (
        <div className={styles.send}>
          <Button busy={busy} onClick={send}>
            {testMailTexts.send(delivery.to)}
          </Button>
          <output className={styles.message}>{message}</output>
        </div>
      )}
      <FormProblem message={problem} />
      {keptMails > 0 && (
        <p>
          {testMailTexts.keptWait(keptMails)}{' '}
          <Link to={paths.keptMails()}>{testMailTexts.sendKept}</Link>
        </p>
      )}
    </Card>
  );
}

const pauseMs = 1000;

/** After this many polls the test is considered unanswered. */
const mostPolls = 30;

/** Sends a test email and polls until its outcome is known. */
function useTestMail() {
  const { send: ask } = useCall(sendTestMail);
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  async function send() {
    setBusy(true);
    setMessage(null);
    setProblem(null);
    const outcome = await ask({});
    if (outcome.ok) {
      setMessage(testMailTexts.waiting);
      await follow(outcome.data.id);
      // Get Started counts it.
      void queries.invalidateQueries({ queryKey: menuCounts.queryKey });
    } else if (outcome.error) {
      setProblem(outcome.error.message);
    }
    setBusy(false);
  }

  async function follow(id: string) {
    try {
      for (let polls = 0; polls < mostPolls && isHere.current; polls += 1) {
        const words = testMailOutcome(await call(getTestMail, { params: { id } }));
        if (words !== null) return setMessage(words);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      setMessage(testMailTexts.late);
    } catch (error) {
      setMessage(null);
      setProblem(asApiError(error).message);
    }
  }

  return { send: () => void send(), busy, message, problem };
}
