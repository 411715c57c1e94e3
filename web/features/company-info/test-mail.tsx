import { testMailTexts } from '#contract/test-mail.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import styles from './mail.module.css';
import { useMailDelivery } from './use-mail-delivery.ts';
import { useTestMail } from './use-test-mail.ts';

/** Whether mail arrives, tried out on whoever asks. */
export function TestMail() {
  const delivery = useMailDelivery();
  const { send, busy, told, problem } = useTestMail();
  if (!delivery) return null;
  return (
    <Card title="Email" className={styles.test}>
      <p>
        {delivery.isCaptured ? testMailTexts.captured : testMailTexts.isSent}{' '}
        {testMailTexts.goesTo(delivery.to)}
      </p>
      <div className={styles.send}>
        <Button busy={busy} onClick={send}>
          {testMailTexts.send}
        </Button>
        <output className={styles.told}>{told}</output>
      </div>
      <FormProblem message={problem} />
    </Card>
  );
}
