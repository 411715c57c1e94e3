import {
  communicationTexts,
  releaseUnsubscribedEmail,
  type UnsubscribedEmail,
} from '#contract/communication.ts';
import { unsubscribingTexts } from '#contract/unsubscribing.ts';
import type { List } from '#web/lists/list-shape.ts';
import { RowButton } from '#web/lists/row-actions.tsx';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';

interface Props {
  unsubscribed: UnsubscribedEmail;
  list: List;
}

/** For an address that was mended, or a person who asked for it: the reason is kept. */
export function AllowAgain({ unsubscribed, list }: Props) {
  const { id, email } = unsubscribed;
  const { ask, dialog } = useAskReason(releaseUnsubscribedEmail, {
    done: unsubscribingTexts.released,
    onDone: list.removed,
  });
  return (
    <>
      <RowButton
        name={email}
        onClick={() =>
          ask({
            id,
            title: unsubscribingTexts.release,
            body: (
              <>
                <p>{email}</p>
                <p>{communicationTexts.askRelease}</p>
              </>
            ),
            confirm: unsubscribingTexts.release,
          })
        }
      >
        {unsubscribingTexts.release}
      </RowButton>
      {dialog}
    </>
  );
}
