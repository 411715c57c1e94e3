import { type ReactNode, useState } from 'react';
import type { ListFormat } from '#contract/csv.ts';
import { columnsLeftOut } from '#contract/imports/columns.ts';
import {
  closedChoices,
  type ClosedChoice,
  fates,
  getImportProblems,
  type ImportDetails,
  startImport,
} from '#contract/imports/endpoints.ts';
import { fateNames } from '#contract/imports/fate-names.ts';
import { importWords as words } from '#contract/imports/texts.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { DownloadMenu } from '#web/lists/download-menu.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';
import { DiscardButton } from './discard-button.tsx';
import { ImportRows } from './import-rows.tsx';
import { ImportQuestions } from './import-questions.tsx';
import { LeftOutColumns } from './left-out-columns.tsx';
import styles from './imports.module.css';
import { type ShownImport, useImport, useShowImport } from './use-import.ts';

interface Props {
  details: ShownImport;
  /** Back to the columns. */
  onChange: () => void;
}

/** What an import would do, before it does anything. */
export function ImportCheck({ details, onChange }: Props) {
  const { id, counts, unknown, closed, etag } = details;
  const [choice, setChoice] = useState<ClosedChoice | null>(null);
  const confirm = useConfirm();
  const show = useShowImport();
  const { refetch } = useImport(id);
  const { send, busy, error } = useCall(startImport);
  const toImport = counts.new + counts.change;
  const isAsking = unknown.length > 0;

  async function start() {
    const headings = columnsLeftOut(details);
    const leftOut = headings.length > 0 ? `${words.leftOut(headings)} ` : '';
    const question = { title: words.import, body: `${leftOut}${words.askImport}` };
    const sure = { confirm: words.importRows(toImport), cancel: 'No, go back' };
    if (!(await confirm({ ...question, ...sure }))) return;
    const query = choice === null ? {} : { closedMonths: choice };
    const outcome = await send({ params: { id }, query, ifMatch: etag });
    if (outcome.ok) show(outcome.data);
    // It is not what the question showed any more.
    else if (outcome.error) await refetch();
  }

  return (
    <>
      {isAsking && <ImportQuestions key={JSON.stringify(unknown)} details={details} />}
      <Card title={words.checkTitle} className={styles.card}>
        <ImportCounts details={details} names={fateNames(details.state)} />
        <LeftOutColumns {...details} />
        {toImport === 0 && <p>{words.noToImport}</p>}
        {closed.rows > 0 && (
          <RadioCards
            legend={words.closedTitle}
            name="closedMonths"
            hint={words.closed(closed.rows, closed.amount)}
            options={closedChoices.map((value) => ({ value, title: words.closedChoices[value] }))}
            value={choice ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setChoice(closedChoices.find((each) => each === value) ?? null);
            }}
          />
        )}
        <FormProblem message={error?.message} />
        <div className={styles.actions}>
          {toImport > 0 && (
            <Button
              kind={isAsking ? 'secondary' : 'primary'}
              busy={busy}
              onClick={() => void start()}
            >
              {words.importRows(toImport)}
            </Button>
          )}
          <Button onClick={onChange}>{words.changeColumns}</Button>
          <DiscardButton details={details} />
        </div>
      </Card>
      <ImportRows details={details} />
    </>
  );
}

interface CountsProps {
  details: ImportDetails;
  names: Readonly<Record<(typeof fates)[number], string>>;
  /** Above what is wrong. */
  children?: ReactNode;
}

/** How many rows have which fate, and the file with the problems. */
export function ImportCounts({ details, names, children }: CountsProps) {
  const { counts, subjects, decorations, isForgotten } = details;
  return (
    <>
      <DefinitionList
        facts={fates
          // Most files ask nothing.
          .filter((fate) => fate !== 'waiting' || counts.waiting > 0)
          .map((fate) => ({ label: names[fate], value: String(counts[fate]) }))}
      />
      {decorations.count > 0 && <p>{words.decorations(decorations.count, decorations.rows)}</p>}
      {children}
      {subjects.length > 0 && !isForgotten && (
        <>
          <h3>{words.subjects}</h3>
          <ul className={styles.subjects}>
            {subjects.map(({ subject, count, rows }) => (
              <li key={subject}>{words.subject(subject, count, rows)}</li>
            ))}
          </ul>
        </>
      )}
      {counts.waiting + counts.problem > 0 && !isForgotten && <ProblemsFile details={details} />}
    </>
  );
}

/** Downloads all rows with a problem, all pages of them. */
function ProblemsFile({ details: { id, fileName } }: { details: ImportDetails }) {
  const [problem, setProblem] = useState<string | null>(null);
  const download = async (format: ListFormat) => ({
    name: `${fileName.replace(/\.\w+$/, '')}-problems.${format}`,
    content: await call(getImportProblems, { params: { id }, query: { format } }),
  });
  return (
    <>
      <p>{words.problemsHint}</p>
      <FormProblem message={problem} />
      <div className={styles.actions}>
        <DownloadMenu text={words.problems} download={download} fail={setProblem} />
      </div>
    </>
  );
}
