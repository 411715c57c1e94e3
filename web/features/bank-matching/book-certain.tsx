import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countMoneyLines } from '#contract/bank-matching/endpoints.ts';
import { matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { call } from '#web/api/call.ts';
import { codeLater } from '#web/app/router/code-later.ts';
import type { List } from '#web/lists/list-shape.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogLater } from '#web/ui/dialog-later.tsx';
import styles from './bank-matching.module.css';
import { moneyLinesKey, useShownOf } from './use-money-lines.ts';

const certainDialog = codeLater(async () => (await import('./certain-dialog.tsx')).CertainDialog);

/** Books all certain lines together, after showing them. Nothing else is booked together. */
export function BookCertain({ list }: { list: List }) {
  const [isOpen, setOpen] = useState(false);
  const input = { query: useShownOf() };
  const { data } = useQuery({
    queryKey: [moneyLinesKey, 'summary', input],
    queryFn: ({ signal }) => call(countMoneyLines, { ...input, signal }),
  });
  const { count = 0, amount = 0 } = data?.certain ?? {};
  if (count === 0 && !isOpen) return null;

  async function close(hasBooked: boolean) {
    setOpen(false);
    // No line of this id: the focus goes to the first one, because this button may go.
    if (hasBooked) await list.removed('');
  }

  return (
    <>
      <Button
        kind="primary"
        className={styles.certain}
        needs="money.write"
        onClick={() => setOpen(true)}
      >
        {words.bookCertain(count, amount)}
      </Button>
      <DialogLater
        title={words.bookCertainTitle}
        code={certainDialog}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        {(CertainDialog) => <CertainDialog onClose={(hasBooked) => void close(hasBooked)} />}
      </DialogLater>
    </>
  );
}
