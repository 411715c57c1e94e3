import type { MoneyLine } from '#contract/bank-matching/endpoints.ts';
import { matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { payoutTexts } from '#contract/bank-matching/payouts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LineFacts } from './line-facts.tsx';
import { LoadedPayout, usePayout } from './payout-contents.tsx';

interface Props {
  line: MoneyLine;
  onBook: () => void;
  onClose: () => void;
}

/** Shows the card payments of a payout before it is booked from the list. */
export function PayoutDialog({ line, onBook, onClose }: Props) {
  const query = usePayout({ lineId: line.id, version: `${line.state} ${line.open}` });
  return (
    <Dialog
      title={words.bookPayout}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>No, cancel</Button>
          {query.data && (
            <Button kind="primary" onClick={onBook}>
              {words.book}
            </Button>
          )}
        </>
      }
    >
      <LineFacts line={line} />
      <h3>{payoutTexts.title}</h3>
      <LoadedPayout query={query} />
    </Dialog>
  );
}
