import { formatDay } from '#contract/days.ts';
import type { StatementDetails } from '#contract/bank-statements/endpoints.ts';
import { layoutNames, skipReasons } from '#contract/bank-statements/layouts.ts';
import { bankWords as words } from '#contract/bank-statements/texts.ts';
import { formatFigure } from '#contract/month-end/format-figure.ts';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { Warning } from '#web/ui/warning.tsx';
import styles from './bank-statements.module.css';

/** The facts of the file, and what needs attention. */
export function StatementFacts({ details }: { details: StatementDetails }) {
  const { account, accountNumber, layout, from, to, balance, warnings } = details;
  const { opening, closing, lines, newLines, knownLines, skipped } = details;
  const number = accountNumber ?? '';
  const leftOut = skipReasons
    .filter((reason) => (skipped[reason] ?? 0) > 0)
    .map((reason) => `${skipped[reason]} ${words.skipped[reason]}`);
  return (
    <DefinitionList
      facts={[
        {
          label: words.layout,
          value: layout && layoutNames[layout],
        },
        {
          label: words.account,
          value: account ? words.accountOf(account.bank, account.number, account.name) : number,
        },
        {
          label: words.period,
          value: from && to && words.days(formatDay(from), formatDay(to)),
        },
        { label: words.lines, value: String(lines) },
        { label: words.newLines, value: String(newLines) },
        { label: words.knownLines, value: String(knownLines) },
        { label: words.skippedRows, value: leftOut.join(', ') || words.nothing },
        {
          label: words.balance,
          value: <Balance balance={balance} warnings={warnings} />,
        },
        ...(opening === null ? [] : [{ label: words.opening, value: formatFigure(opening) }]),
        ...(closing === null ? [] : [{ label: words.closing, value: formatFigure(closing) }]),
      ]}
    />
  );
}

/** "Checked" only if nothing contradicts; what needs attention stands beside it. */
function Balance({ balance, warnings }: Pick<StatementDetails, 'balance' | 'warnings'>) {
  const isChecked = balance === 'lines' || balance === 'sum';
  return (
    <>
      {isChecked && warnings.length > 0 ? words.pleaseCheck : words.balances[balance]}
      {warnings.map((warning) => (
        <Warning key={warning}>
          <p className={styles.warning}>{warning}</p>
        </Warning>
      ))}
    </>
  );
}
