import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { emptyId } from '#contract/fields.ts';
import { checkImport, type ImportDetails, updateImport } from '#contract/imports/endpoints.ts';
import { importWords as words } from '#contract/imports/texts.ts';
import { listMemberStatuses } from '#contract/member-statuses/endpoints.ts';
import { listMemberTypes } from '#contract/member-types/endpoints.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import styles from './imports.module.css';
import { useShowImport } from './use-import.ts';

/** Names of types and statuses that the product does not know. Each is chosen once and remembered. */
export function ImportSpellings({ details }: { details: ImportDetails }) {
  const { id, unknown, mapping } = details;
  const show = useShowImport();
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const update = useCall(updateImport);
  const check = useCall(checkImport);
  const choices = useChoices();

  async function checkAgain() {
    const added = unknown.flatMap((one) => {
      const choice = chosen[keyOf(one)];
      return choice ? [{ ...one, id: choice }] : [];
    });
    const spellings = [...mapping.spellings, ...added];
    const saved = await update.send({
      params: { id },
      body: { mapping: { ...mapping, spellings } },
    });
    if (!saved.ok) return;
    const outcome = await check.send({ params: { id } });
    show(outcome.ok ? outcome.data : saved.data);
  }

  return (
    <Card title={words.spellings} className={styles.card}>
      <p>{words.spellingsIntro}</p>
      <div className={styles.columns}>
        {unknown.map((one) => (
          <SelectField
            key={keyOf(one)}
            label={`${words.spellingOf[one.column] ?? one.column}: ${one.spelling || words.emptySpelling}`}
            placeholder={words.chooseSpelling}
            value={chosen[keyOf(one)] ?? ''}
            onChange={({ target }) => setChosen({ ...chosen, [keyOf(one)]: target.value })}
            options={choices[one.column] ?? []}
          />
        ))}
      </div>
      <FormProblem message={(update.error ?? check.error)?.message} />
      <div className={styles.actions}>
        <Button busy={update.busy || check.busy} onClick={() => void checkAgain()}>
          {words.checkAgain}
        </Button>
      </div>
    </Card>
  );
}

function keyOf({ column, spelling }: { column: string; spelling: string }): string {
  return `${column} ${spelling}`;
}

function useChoices() {
  const types = useQuery({
    queryKey: ['memberTypes', 'all'],
    queryFn: ({ signal }) => call(listMemberTypes, { signal }),
  });
  const statuses = useQuery({
    queryKey: ['memberStatuses', 'all'],
    queryFn: ({ signal }) => call(listMemberStatuses, { signal }),
  });
  const optionOf = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
  const choices: Readonly<Record<string, { value: string; label: string }[]>> = {
    type: (types.data ?? []).map(optionOf),
    status: [
      { value: emptyId, label: words.automaticStatus },
      ...(statuses.data ?? []).map(optionOf),
    ],
  };
  return choices;
}
