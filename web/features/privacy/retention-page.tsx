import type { SyntheticEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { listed } from '#contract/counting.ts';
import { formatInstant } from '#contract/days.ts';
import {
  countedRecords,
  fixedPeriods,
  getRetention,
  kindsOfRecord,
  type RetentionKind,
  retentionKinds,
  retentionTexts as texts,
  updateRetention,
} from '#contract/privacy/retention.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import layout from '#web/forms/form-layout.module.css';
import { RecordBar } from '#web/forms/record-bar.tsx';
import { useSettingsForm } from '#web/forms/use-settings-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Warning } from '#web/ui/warning.tsx';
import { RetentionReportCard } from './retention-report.tsx';
import { retentionFields, typedFrom, unitOf } from './retention-values.ts';
import styles from './retention.module.css';
import { useRetentionPreview } from './use-retention-preview.ts';

function useRetentionForm() {
  const { send, busy } = useCall(updateRetention);
  const edit = useSettingsForm({
    schema: retentionFields,
    queryKey: ['retention', 'form'],
    read: (options) => callWithEtag(getRetention, options),
    valuesOf: typedFrom,
    send: (body, ifMatch) => send({ body, ifMatch }),
    saved: texts.saved,
  });
  return { ...edit, saving: busy };
}

type Edit = ReturnType<typeof useRetentionForm>;

/** How long each kind of record is kept, what that would erase, and what was erased. product-rules 19.6. */
export function RetentionPage() {
  const edit = useRetentionForm();
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <p className={styles.intro}>{texts.intro}</p>
      {edit.settings !== undefined && <PeriodsForm edit={edit} />}
      {edit.settings === undefined && !edit.load.isError && <Spinner />}
      {edit.settings === undefined && edit.load.isError && (
        <LoadFailure
          text={texts.failed}
          busy={edit.load.isFetching}
          onRetry={() => void edit.load.refetch()}
        />
      )}
      <Card title={texts.fixed} className={styles.card}>
        <p>{texts.fixedHint}</p>
        <DefinitionList facts={fixedPeriods} />
      </Card>
      <RetentionReportCard />
    </>
  );
}

function PeriodsForm({ edit }: { edit: Edit }) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const typed = useWatch({ control: edit.form.control });
  const periods = retentionFields.safeParse(typed).data ?? null;
  const { counts, isError, isFetching, refetch } = useRetentionPreview(periods);
  const savedUtc = edit.settings?.savedUtc ?? null;

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const body = periods === null ? null : whatIsErased(counts);
    if (body !== null && !(await confirm({ ...askSave, body }))) return;
    await edit.save();
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={layout.form}>
      <ErrorSummary {...edit.errors.summary} />
      {savedUtc === null ? (
        <Warning>{texts.notSaved}</Warning>
      ) : (
        <p>{texts.savedAt(formatInstant(savedUtc))}</p>
      )}
      {isError && (
        <div className={styles.again}>
          <p>{texts.countFailed}</p>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {texts.countAgain}
          </Button>
        </div>
      )}
      <Card>
        {retentionKinds.map((kind) => (
          <Period key={kind} kind={kind} edit={edit} unit={typed[unitOf(kind)]}>
            {dueWords(kind, counts?.[kind], isError || periods === null)}
          </Period>
        ))}
      </Card>
      <RecordBar
        {...edit.bar}
        submit={texts.save}
        busy={edit.saving}
        onCancel={() => void navigate(paths.privacySettings())}
      />
    </form>
  );
}

const askSave = {
  title: texts.askSave,
  confirm: texts.confirm,
  cancel: texts.cancel,
  danger: true,
} as const;

/** Null: nothing is old enough, so there is no question. */
function whatIsErased(counts: Record<RetentionKind, number> | undefined): string | null {
  if (counts === undefined) return texts.askUncounted;
  const due = retentionKinds.filter((kind) => counts[kind] > 0);
  const parts = due.map((kind) => countedRecords(kind, counts[kind]));
  return parts.length === 0 ? null : texts.askBody(listed(parts));
}

function dueWords(kind: RetentionKind, count: number | undefined, isUnknown: boolean): string {
  if (count !== undefined) return texts.due(kind, count);
  return isUnknown ? '' : texts.counting;
}

interface PeriodProps {
  kind: RetentionKind;
  edit: Edit;
  unit: string | undefined;
  /** What the period would erase. */
  children: string;
}

const units = Object.entries(texts.units).map(([value, label]) => ({ value, label }));

function Period({ kind, edit, unit, children }: PeriodProps) {
  const { title, hint } = kindsOfRecord[kind];
  const { register, formState } = edit.form;
  return (
    <fieldset className={styles.period}>
      <legend>{title}</legend>
      <p className={styles.hint}>{hint}</p>
      <div className={styles.fields}>
        {unit !== 'forEver' && (
          <TextField
            label={texts.amount}
            inputMode="numeric"
            autoComplete="off"
            error={formState.errors[kind]?.message}
            {...register(kind)}
          />
        )}
        <SelectField
          label={unit === 'forEver' ? texts.amount : texts.unit}
          options={units}
          {...register(unitOf(kind))}
        />
      </div>
      <p className={styles.due}>{children}</p>
    </fieldset>
  );
}
