import {
  dismissDuplicate,
  type DuplicatePair,
  duplicateTexts as texts,
} from '#contract/duplicates/endpoints.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import styles from './duplicates.module.css';

interface Props {
  pair: DuplicatePair;
  onDismissed: () => Promise<unknown>;
}

/** Merge, or remember that the two are not one person. product-rules 21.3. */
export function PairActions({ pair, onDismissed }: Props) {
  const { first, second } = pair;
  const notify = useNotify();
  const { busy, error, send } = useCall(dismissDuplicate);
  const ofPair = <span className="visually-hidden">{`: ${first.name} and ${second.name}`}</span>;

  async function dismiss() {
    const outcome = await send({ body: { firstId: first.id, secondId: second.id } });
    if (!outcome.ok) return;
    notify.success(texts.dismissed);
    await onDismissed();
    // The focused button has been removed.
    document.querySelector('h1')?.focus();
  }

  return (
    <>
      <div className={styles.actions}>
        <ButtonLink needs="members.write" to={paths.mergeMembers(first.id, second.id)}>
          {texts.merge}
          {ofPair}
        </ButtonLink>
        <Button busy={busy} needs="members.write" onClick={() => void dismiss()}>
          {texts.dismiss}
          {ofPair}
        </Button>
      </div>
      {error && <FormProblem message={error.message} />}
    </>
  );
}
