import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayOf } from '#contract/days.ts';
import { emptyId } from '#contract/fields.ts';
import { checkImport, type ImportDetails, updateImport } from '#contract/imports/endpoints.ts';
import { importWords as words } from '#contract/imports/texts.ts';
import { listMemberStatuses } from '#contract/member-statuses/endpoints.ts';
import { listMemberTypes } from '#contract/member-types/endpoints.ts';
import { provinces } from '#contract/members/provinces.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './imports.module.css';
import { useShowImport } from './use-import.ts';

/** What the file does not say, asked once for all rows. The answers are remembered. */
export function ImportQuestions({ details }: { details: ImportDetails }) {
  const { id, unknown, mapping, counts } = details;
  const show = useShowImport();
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [twoDigitYears, setTwoDigitYears] = useState(false);
  const [consent, setConsent] = useState({ on: '', source: '' });
  const [incomplete, setIncomplete] = useState<string | null>(null);
  const update = useCall(updateImport);
  const check = useCall(checkImport);
  const names = unknown.filter(({ column }) => words.spellingOf[column] !== undefined);
  const years = unknown.filter(({ column }) => column === 'twoDigitYears');
  const consents = unknown.filter(({ column }) => column === 'consent');

  async function checkAgain() {
    const problem = problemOf(consent);
    setIncomplete(problem);
    if (problem !== null) return;
    const added = names.flatMap(({ column, spelling }) => {
      const choice = chosen[keyOf({ column, spelling })];
      return choice ? [{ column, spelling, id: choice }] : [];
    });
    const answered = {
      ...mapping,
      spellings: [...mapping.spellings, ...added],
      ...(twoDigitYears && { twoDigitYears }),
      ...(consent.on !== '' && { consent }),
    };
    const saved = await update.send({ params: { id }, body: { mapping: answered } });
    if (!saved.ok) return;
    const outcome = await check.send({ params: { id } });
    show(outcome.ok ? outcome.data : saved.data);
  }

  return (
    <Card title={words.questions} className={styles.card}>
      <p>
        {counts.waiting > 0 && `${words.waiting(counts.waiting)} `}
        {words.questionsIntro}
        {names.length > 0 && ` ${words.namesIntro}`}
      </p>
      {years.length > 0 && (
        <fieldset className={styles.question}>
          <legend>{words.years}</legend>
          <ul>
            {years.map(({ spelling, meaning }) => (
              <li key={spelling}>{words.yearsExample(spelling, meaning ?? '')}</li>
            ))}
          </ul>
          <CheckboxField
            label={words.yearsAgree}
            checked={twoDigitYears}
            onChange={({ target }) => setTwoDigitYears(target.checked)}
          />
        </fieldset>
      )}
      {consents.length > 0 && (
        <fieldset className={styles.question}>
          <legend>{words.consent}</legend>
          <p>{words.consentIntro(consents.map(({ spelling }) => spelling))}</p>
          <div className={styles.columns}>
            <TextField
              type="date"
              label={words.consentOn}
              value={consent.on}
              onChange={({ target }) => setConsent({ ...consent, on: target.value })}
            />
            <TextField
              label={words.consentSource}
              hint={words.consentSourceHint}
              maxLength={200}
              value={consent.source}
              onChange={({ target }) => setConsent({ ...consent, source: target.value })}
            />
          </div>
        </fieldset>
      )}
      {names.length > 0 && <Names names={names} chosen={chosen} onChoose={setChosen} />}
      <FormProblem message={incomplete ?? (update.error ?? check.error)?.message} />
      <div className={styles.actions}>
        <Button kind="primary" busy={update.busy || check.busy} onClick={() => void checkAgain()}>
          {words.checkAgain}
        </Button>
      </div>
    </Card>
  );
}

function problemOf({ on, source }: { on: string; source: string }): string | null {
  if ((on === '') !== (source.trim() === '')) return words.consentIncomplete;
  return on > dayOf(new Date()) ? words.consentLate : null;
}

interface NamesProps {
  names: ImportDetails['unknown'];
  chosen: Readonly<Record<string, string>>;
  onChoose: (chosen: Readonly<Record<string, string>>) => void;
}

/** Names of types, statuses and provinces that the product does not know. */
function Names({ names, chosen, onChoose }: NamesProps) {
  const choices = useChoices();
  return (
    <div className={styles.columns}>
      {names.map((one) => (
        <SelectField
          key={keyOf(one)}
          label={`${words.spellingOf[one.column]}: ${one.spelling || words.emptySpelling}`}
          hint={one.column === 'type' && words.isForLife(one.spelling) ? words.forLife : undefined}
          placeholder={words.chooseSpelling}
          value={chosen[keyOf(one)] ?? ''}
          onChange={({ target }) => onChoose({ ...chosen, [keyOf(one)]: target.value })}
          options={choices[one.column] ?? []}
        />
      ))}
    </div>
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
    province: [
      ...provinces.map((name) => ({ value: name, label: name })),
      { value: emptyId, label: words.automaticProvince },
    ],
  };
  return choices;
}
