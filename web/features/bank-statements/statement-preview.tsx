import { useState } from 'react';
import { formatDay } from '#contract/days.ts';
import {
  importStatement,
  type StatementDetails,
  updateStatement,
} from '#contract/bank-statements/endpoints.ts';
import { bankWords as words } from '#contract/bank-statements/texts.ts';
import { formatRand } from '#contract/money.ts';
import { useCall } from '#web/api/use-call.ts';
import { StepSection } from '#web/features/imports/step-section.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { AccountChoice, useAccountChoice } from './account-choice.tsx';
import styles from './bank-statements.module.css';
import { ColumnChoice } from './column-choice.tsx';
import { RemoveStatement } from './remove-statement.tsx';
import { SameLines, useSameLines } from './same-lines.tsx';
import { StatementFacts } from './statement-facts.tsx';
import { useShowStatement } from './use-statement.ts';

/** What an import would do, before anything is stored. */
export function StatementPreview({ details }: { details: StatementDetails }) {
  const { id, layout, table, mapping, problem } = details;
  const show = useShowStatement();
  const confirm = useConfirm();
  const update = useCall(updateStatement);
  const start = useCall(importStatement);
  const choice = useAccountChoice(details);
  const same = useSameLines(details);
  const [isChoosing, setChoosing] = useState(layout === null || mapping !== null);
  const failure = start.error ?? update.error;

  async function chooseAccount(accountId: string) {
    choice.choose(accountId);
    if (accountId === '' || accountId === choice.newOne) return;
    const outcome = await update.send({ params: { id }, body: { accountId } });
    if (outcome.ok) show(outcome.data);
  }

  /** Asks if there is a warning, with its sentence. The chosen account can bring one. */
  async function isSure({ warnings, newLines: count }: StatementDetails): Promise<boolean> {
    if (warnings.length === 0) return true;
    return confirm({
      title: words.askImport,
      body: warnings.map((warning) => <p key={warning}>{warning}</p>),
      confirm: words.importLines(count),
      cancel: 'No, cancel',
    });
  }

  async function importLines() {
    start.clearError();
    const body = { ...choice.body(), ...(details.sameLines.length > 0 && { sameRows: same.rows }) };
    const chosen = await update.send({ params: { id }, body });
    if (!chosen.ok) return;
    if (!(await isSure(chosen.data))) {
      show(chosen.data);
      return;
    }
    const outcome = await start.send({ params: { id } });
    show(outcome.ok ? outcome.data : chosen.data);
  }

  return (
    <>
      {layout !== null && (
        <Card title={words.previewTitle} className={styles.card}>
          <StatementFacts details={details} />
          <FirstLines details={details} />
        </Card>
      )}
      {isChoosing && table !== null ? (
        <StepSection key={JSON.stringify([table.settings, mapping === null])}>
          <ColumnChoice details={details} table={table} />
        </StepSection>
      ) : (
        table !== null && (
          <p>
            <Button onClick={() => setChoosing(true)}>{words.chooseColumns}</Button>
          </p>
        )
      )}
      {layout !== null && (
        <Card title={words.account} className={styles.card}>
          <form
            noValidate
            className={styles.page}
            onSubmit={(event) => {
              event.preventDefault();
              void importLines();
            }}
          >
            <AccountChoice
              choice={choice}
              error={failure ?? null}
              onChoose={(accountId) => void chooseAccount(accountId)}
            />
            <SameLines details={details} same={same} />
            <FormProblem message={failure?.message ?? problem} />
            {same.rows.length > 0 && <p>{words.leftOutAsSame(same.rows.length)}</p>}
            <div className={styles.actions}>
              <Button kind="primary" type="submit" busy={update.busy || start.busy}>
                {words.importLines(same.toImport)}
              </Button>
              <RemoveStatement details={details} />
            </div>
          </form>
        </Card>
      )}
      {layout === null && (
        <div className={styles.actions}>
          <RemoveStatement details={details} />
        </div>
      )}
    </>
  );
}

function FirstLines({ details: { sample, lines } }: { details: StatementDetails }) {
  return (
    <>
      <h3 className={styles.subtitle}>{words.firstLines}</h3>
      <ul className={styles.list}>
        {sample.map(({ row, day, moneyIn, moneyOut, text }) => (
          <li key={row} className={styles.item}>
            <span>{formatDay(day)}</span>
            <span className={styles.text}>{text}</span>
            <span className={styles.amount}>
              {formatRand(moneyIn ?? 0 - (moneyOut ?? 0)).replace('R-', '-R')}
            </span>
          </li>
        ))}
      </ul>
      {lines > sample.length && <p>{words.moreLines(lines - sample.length)}</p>}
    </>
  );
}
