import { useState } from 'react';
import { formatDay } from '#contract/days.ts';
import type { StatementDetails } from '#contract/bank-statements/endpoints.ts';
import { bankWords as words } from '#contract/bank-statements/texts.ts';
import { formatRand } from '#contract/money.ts';
import group from '#web/ui/fields/check-group.module.css';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { Warning } from '#web/ui/warning.tsx';
import styles from './bank-statements.module.css';

/** Which of the lines that another kind of file brought are here: at first those whose texts may be of the same payment. */
export function useSameLines({ sameLines, sameRows, newLines }: StatementDetails) {
  const proposed = sameLines.map(({ row }) => row);
  const stored = sameRows === null ? [] : proposed.filter((row) => !sameRows.includes(row));
  const unlike = sameLines.filter((line) => line.isUnlike === true).map(({ row }) => row);
  const key = `${proposed.join(' ')}, ${unlike.join(' ')}`;
  const first = sameRows === null ? unlike : stored;
  const [others, setOthers] = useState({ key, rows: new Set(first) });
  // Of other lines, such as those of another account, nothing is known yet.
  const untied = others.key === key ? others.rows : new Set(first);
  const rows = proposed.filter((row) => !untied.has(row));

  function set(row: number, isSame: boolean) {
    const next = new Set(untied);
    if (isSame) next.delete(row);
    else next.add(row);
    setOthers({ key, rows: next });
  }

  return { rows, set, toImport: newLines - stored.length + untied.size };
}

interface Props {
  details: StatementDetails;
  same: ReturnType<typeof useSameLines>;
}

export function SameLines({ details: { sameLines }, same: { rows, set } }: Props) {
  if (sameLines.length === 0) return null;
  return (
    <fieldset className={group.group}>
      <legend className={styles.subtitle}>{words.sameTitle}</legend>
      <Warning>
        <p className={styles.warning}>{words.sameIntro(sameLines.length)}</p>
      </Warning>
      {sameLines.map(({ row, day, moneyIn, moneyOut, text, textHere }) => (
        <CheckboxField
          key={row}
          label={words.sameLine(formatDay(day), signed(moneyIn, moneyOut), text)}
          hint={words.textHere(textHere)}
          checked={rows.includes(row)}
          onChange={({ target }) => set(row, target.checked)}
        />
      ))}
    </fieldset>
  );
}

const signed = (moneyIn: number | null, moneyOut: number | null) =>
  moneyIn === null ? `-${formatRand(moneyOut ?? 0)}` : formatRand(moneyIn);
