import { useState } from 'react';
import {
  type BankMapping,
  type StatementDetails,
  updateStatement,
} from '#contract/bank-statements/endpoints.ts';
import { dayOrders, type Meaning, meanings } from '#contract/bank-statements/layouts.ts';
import { bankTexts, bankWords as words } from '#contract/bank-statements/texts.ts';
import { importWords } from '#contract/imports/texts.ts';
import { useCall } from '#web/api/use-call.ts';
import { FileReading } from '#web/features/imports/file-reading.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import styles from './bank-statements.module.css';
import { guessMeanings } from './guess-meanings.ts';
import { useShowStatement } from './use-statement.ts';

interface Props {
  details: StatementDetails;
  table: NonNullable<StatementDetails['table']>;
}

const mostExamples = 3;

/** What the columns of the file contain. */
export function ColumnChoice({ details, table }: Props) {
  const { id, mapping, problem } = details;
  const { columns: headings, rows, settings } = table;
  const show = useShowStatement();
  const { send, busy, error } = useCall(updateStatement);
  const [columns, setColumns] = useState(() =>
    mapping?.columns.some((meaning) => meaning !== null)
      ? mapping.columns
      : guessMeanings(headings),
  );
  const [dayOrder, setDayOrder] = useState(mapping?.dayOrder ?? 'dmy');
  const [problemHere, setProblemHere] = useState<string | null>(null);
  const [isReversed, setReversed] = useState(mapping?.isReversed ?? false);

  async function read(changed: BankMapping | null) {
    const outcome = await send({ params: { id }, body: { mapping: changed } });
    if (outcome.ok) show(outcome.data);
  }

  return (
    <>
      <FileReading
        details={table}
        busy={busy}
        onRead={(changed) =>
          void read({
            settings: changed,
            columns: headings.map(() => null),
            dayOrder,
            isReversed,
          })
        }
      />
      <Card title={words.columns} className={styles.card}>
        <form
          noValidate
          className={styles.page}
          onSubmit={(event) => {
            event.preventDefault();
            const isEmpty = columns.every((meaning) => meaning === null);
            setProblemHere(isEmpty ? bankTexts.missing(words.meanings.day) : null);
            if (isEmpty) return;
            void read({ settings, columns, dayOrder, isReversed });
          }}
        >
          <p>{words.columnsIntro}</p>
          <div className={styles.columns}>
            {headings.map((heading, place) => (
              <SelectField
                // oxlint-disable-next-line react/no-array-index-key -- a heading can be there twice
                key={`${place} ${heading}`}
                label={heading}
                hint={examplesOf(rows.map((cells) => cells[place] ?? ''))}
                placeholder={words.notUsed}
                value={columns[place] ?? ''}
                onChange={({ target }) => {
                  const meaning = target.value === '' ? null : (target.value as Meaning);
                  setColumns(
                    headings.map((_, at) => (at === place ? meaning : (columns[at] ?? null))),
                  );
                }}
                options={meanings.map((value) => ({ value, label: words.meanings[value] }))}
              />
            ))}
            <SelectField
              label={words.dayOrder}
              value={dayOrder}
              onChange={({ target }) => setDayOrder(target.value as BankMapping['dayOrder'])}
              options={dayOrders.map((value) => ({ value, label: words.dayOrders[value] }))}
            />
            {columns.includes('amount') && (
              <SelectField
                label={words.sign}
                value={isReversed ? 'out' : 'in'}
                onChange={({ target }) => setReversed(target.value === 'out')}
                options={Object.entries(words.signs).map(([value, label]) => ({ value, label }))}
              />
            )}
          </div>
          <FormProblem message={problemHere ?? error?.message ?? problem} />
          <div className={styles.actions}>
            <Button
              kind={details.layout === null ? 'primary' : 'secondary'}
              type="submit"
              busy={busy}
            >
              {words.readColumns}
            </Button>
            {mapping !== null && (
              <Button busy={busy} onClick={() => void read(null)}>
                {words.automatic}
              </Button>
            )}
          </div>
        </form>
      </Card>
    </>
  );
}

function examplesOf(values: string[]): string {
  const examples = [...new Set(values.filter((value) => value !== ''))].slice(0, mostExamples);
  return examples.length > 0 ? importWords.examples(examples.join(', ')) : importWords.noExamples;
}
