import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatMoment } from '#contract/days.ts';
import { getMemberDuplicates, type Merge } from '#contract/duplicates/endpoints.ts';
import { duplicateLinkTexts } from '#contract/duplicates/texts.ts';
import { undoMerge, undoMergeTexts as texts } from '#contract/duplicates/merge.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { SideList, SidePart, SideRow } from '#web/forms/record-layout.tsx';
import { Button } from '#web/ui/button.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { PairActions } from './pair-actions.tsx';
import { reasonsInWords } from './reasons-in-words.ts';

interface Props {
  memberId: string;
  /** Reloads the member, who has the earlier details again. */
  onUndone: () => Promise<unknown>;
}

/** On the member's page: who may be the same person, and what was merged. Without both it is not shown. */
export function PossibleDuplicates({ memberId, onUndone }: Props) {
  const client = useQueryClient();
  const queryKey = ['duplicates', 'member', memberId];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getMemberDuplicates, { params: { id: memberId }, signal }),
    refetchOnMount: 'always',
  });
  const readAgain = () => client.invalidateQueries({ queryKey });
  if (data === undefined) return null;
  const { pairs, merges } = data;
  if (pairs.length + merges.length === 0) return null;
  return (
    <SidePart title={duplicateLinkTexts.ofMember} count={pairs.length}>
      <SideList>
        {pairs.map((pair) => {
          const twin = pair.first.id === memberId ? pair.second : pair.first;
          const { name, membershipNumber, email } = twin;
          return (
            <SideRow
              key={twin.id}
              first={membershipNumber === null ? name : `${name} (${membershipNumber})`}
            >
              <p>{email}</p>
              <p>{reasonsInWords(pair.reasons, pair.first, pair.second)}</p>
              <PairActions pair={pair} onDismissed={readAgain} />
            </SideRow>
          );
        })}
        {merges.map((merge) => (
          <MergedRecord
            key={merge.id}
            merge={merge}
            onUndone={async () => {
              await readAgain();
              await onUndone();
            }}
          />
        ))}
      </SideList>
    </SidePart>
  );
}

function MergedRecord({ merge, onUndone }: { merge: Merge; onUndone: () => Promise<unknown> }) {
  const confirm = useConfirm();
  const notify = useNotify();
  const { busy, error, send } = useCall(undoMerge);
  const { id, name, membershipNumber, mergedUtc, mergedBy, problem } = merge;
  const whole = membershipNumber === null ? name : `${name} (${membershipNumber})`;

  async function undo() {
    const sure = await confirm({
      title: texts.askTitle,
      body: texts.askBody,
      confirm: texts.askConfirm,
      cancel: texts.askCancel,
    });
    if (!sure) return;
    const outcome = await send({ params: { id } });
    if (!outcome.ok) return;
    notify.success(texts.done);
    await onUndone();
    // The form replaces this page a task later.
    setTimeout(() => document.querySelector('h1')?.focus());
  }

  return (
    <SideRow first={texts.merged(whole, formatMoment(mergedUtc), mergedBy)}>
      {problem === null ? (
        <Button busy={busy} needs="members.write" onClick={() => void undo()}>
          {texts.undo}
        </Button>
      ) : (
        <p>{problem}</p>
      )}
      <FormProblem message={error?.message ?? null} />
    </SideRow>
  );
}
