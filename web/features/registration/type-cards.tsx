import type { UseFormReturn } from 'react-hook-form';
import type { MemberType } from '#contract/member-types.ts';
import { formatRand } from '#contract/money.ts';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';
import type { Draft } from './draft.ts';
import type { Person, TypedPerson } from './person-form.ts';
import type { MemberTypes } from './use-member-types.ts';
import styles from './wizard.module.css';
import { MemberTypesWait } from './member-types-wait.tsx';
import { useTypeChoice } from './use-type-choice.ts';
import { WizardPart } from './wizard-part.tsx';

interface Props {
  form: UseFormReturn<TypedPerson, unknown, Person>;
  types: MemberTypes;
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}

export function TypeCards({ form, types, draft, change }: Props) {
  const offered = types.offered ?? [];
  const choose = useTypeChoice({
    draft,
    change,
    offered,
    choose: (id) => form.setValue('memberTypeId', id),
  });
  return (
    <WizardPart title="Membership">
      {types.offered === null ? (
        <MemberTypesWait {...types} />
      ) : (
        <RadioCards
          {...form.register('memberTypeId')}
          legend="Member type"
          options={offered.map(cardOf)}
          value={draft.person.memberTypeId}
          onChange={(event) => choose(event.target.value)}
          error={form.formState.errors.memberTypeId?.message}
        />
      )}
    </WizardPart>
  );
}

function cardOf({ id, name, fee, description }: MemberType) {
  return {
    value: id,
    title: name,
    line: (
      <>
        <span className={styles.fee}>{formatRand(fee)}</span> {description}
      </>
    ),
  };
}
