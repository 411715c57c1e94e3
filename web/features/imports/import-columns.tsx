import { useState } from 'react';
import { importColumns } from '#contract/imports/columns.ts';
import { checkImport, type ImportDetails, updateImport } from '#contract/imports/endpoints.ts';
import {
  existingChoices,
  type FileSettings,
  type ImportMapping,
} from '#contract/imports/mapping.ts';
import { importWords as words } from '#contract/imports/texts.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { DiscardButton } from './discard-button.tsx';
import { FileReading } from './file-reading.tsx';
import styles from './imports.module.css';
import { LeftOutColumns } from './left-out-columns.tsx';
import { useShowImport } from './use-import.ts';

interface Props {
  details: ImportDetails;
  onChecking: () => void;
}

/** The first step: how the file is read, what its columns are, and what happens to existing records. */
export function ImportColumns({ details, onChecking }: Props) {
  const { id, kind, columns, sample, problem } = details;
  const [mapping, setMapping] = useState<ImportMapping>(details.mapping);
  const show = useShowImport();
  const update = useCall(updateImport);
  const check = useCall(checkImport);
  const failure = update.error ?? check.error;

  async function checkRows() {
    check.clearError();
    const saved = await update.send({ params: { id }, body: { mapping } });
    if (!saved.ok) return;
    const outcome = await check.send({ params: { id } });
    if (!outcome.ok) return show(saved.data);
    onChecking();
    show(outcome.data);
  }

  async function readAgain(settings: FileSettings) {
    const outcome = await update.send({ params: { id }, body: { settings, mapping } });
    if (!outcome.ok) return;
    setMapping(outcome.data.mapping);
    show(outcome.data);
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void checkRows();
      }}
    >
      <FileReading details={details} busy={update.busy} onRead={(one) => void readAgain(one)} />
      <Card title={words.columns} className={styles.card}>
        <p>{words.columnsIntro}</p>
        <div className={styles.columns}>
          {columns.map((column, place) => (
            <ColumnChoice
              // oxlint-disable-next-line react/no-array-index-key -- a heading can be there twice
              key={`${place} ${column}`}
              heading={column}
              values={sample.map((cells) => cells[place] ?? '')}
              kind={kind}
              chosen={mapping.columns[place] ?? null}
              onChoose={(key) =>
                setMapping({
                  ...mapping,
                  columns: columns.map((_, at) =>
                    at === place ? key : withoutKey(mapping.columns[at] ?? null, key),
                  ),
                })
              }
            />
          ))}
        </div>
      </Card>
      {kind === 'members' && (
        <Card className={styles.card}>
          <RadioCards
            legend={words.existing}
            name="existing"
            value={mapping.existing}
            onChange={({ target }) =>
              setMapping({ ...mapping, existing: target.value as ImportMapping['existing'] })
            }
            options={existingChoices.map((value) => ({ value, ...words.existingChoices[value] }))}
          />
        </Card>
      )}
      <LeftOutColumns columns={columns} sample={sample} mapping={mapping} />
      <FormProblem message={failure?.message ?? problem} />
      <div className={styles.actions}>
        <Button kind="primary" type="submit" busy={update.busy || check.busy}>
          {words.check}
        </Button>
        <DiscardButton details={details} />
      </div>
    </form>
  );
}

/** A meaning belongs to one column: choosing it again takes it from the other. */
function withoutKey(key: string | null, taken: string | null): string | null {
  return key === taken ? null : key;
}

interface ColumnProps {
  heading: string;
  values: string[];
  kind: ImportDetails['kind'];
  chosen: string | null;
  onChoose: (key: string | null) => void;
}

const mostExamples = 3;

function ColumnChoice({ heading, values, kind, chosen, onChoose }: ColumnProps) {
  const examples = [...new Set(values.filter((value) => value !== ''))].slice(0, mostExamples);
  return (
    <SelectField
      label={heading}
      hint={examples.length > 0 ? words.examples(examples.join(', ')) : words.noExamples}
      placeholder={words.notImported}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? null : target.value)}
      options={importColumns[kind].map(({ key, label }) => ({ value: key, label }))}
    />
  );
}
