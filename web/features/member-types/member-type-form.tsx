import { memberTypeTexts } from '#contract/member-types.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { paths } from '#web/app/paths.ts';
import type { ReadAgain } from '#web/forms/use-record-form.ts';
import { useNavigate } from '#web/app/router/use-router.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RecordBar } from '#web/forms/record-bar.tsx';
import layout from '#web/forms/form-layout.module.css';
import { retireWords, useRetire } from './use-retire.ts';
import { MemberTypeFields } from './member-type-fields.tsx';
import styles from './member-type-form.module.css';
import type { Version } from './use-member-type.ts';
import { useMemberTypeForm } from './use-member-type-form.ts';

interface Props {
  version: Version;
  readAgain: ReadAgain;
}

export function MemberTypeForm({ version, readAgain }: Props) {
  const navigate = useNavigate();
  const edit = useMemberTypeForm(version, readAgain);
  const { form, errors, isChanged } = edit;
  const { type } = version;
  const retiring = useRetire({ onRefused: edit.setProblem, onDone: readAgain });

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(edit.save, errors.onInvalid)}
      className={layout.form}
    >
      <ErrorSummary {...errors.summary} />
      <Card>
        <MemberTypeFields form={form} feeHint={memberTypeTexts.feeKept} />
        <div className={styles.offered}>
          <p className={styles.words}>
            {type.isRetired ? memberTypeTexts.isRetired : memberTypeTexts.isOffered}
            {isChanged && ` ${memberTypeTexts.saveFirst}`}
          </p>
          <Button
            busy={retiring.busy}
            disabled={isChanged}
            onClick={() => retiring.retireOrBringBack(type)}
          >
            {retireWords(type)}
          </Button>
        </div>
      </Card>
      <RecordBar
        isChanged={isChanged}
        problem={edit.problem}
        stale={edit.stale}
        isMerged={edit.isMerged}
        submit="Save"
        busy={edit.saving}
        onCancel={() => void navigate(backToList(paths.memberTypes()))}
      />
    </form>
  );
}
