import { type MemberType, retiredType } from '#contract/member-types.ts';
import { formatRand } from '#contract/money.ts';
import { profileTexts } from '#contract/profile.ts';
import type { MemberEdit } from '#web/features/members/use-member-form.ts';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';

interface Props {
  edit: MemberEdit;
  types: readonly MemberType[];
  choose: (id: string) => Promise<void>;
}

/** Only while the membership is to be renewed. Specification §4. */
export function TypeSection({ edit, types, choose }: Props) {
  const { form, typed, base } = edit;
  // A retired type is nobody's choice, but stays with those who have it.
  const offered = types.filter(({ id, isRetired }) => !isRetired || id === base.memberTypeID);
  return (
    <Card title="Membership type">
      <SelectField
        {...form.register('memberTypeID')}
        label="Member type"
        hint={
          typed.memberTypeID === base.memberTypeID
            ? profileTexts.chooseType
            : profileTexts.typeChanged
        }
        options={offered.map(optionOf)}
        value={typed.memberTypeID}
        onChange={(event) => void choose(event.target.value)}
        error={form.formState.errors.memberTypeID?.message}
      />
    </Card>
  );
}

function optionOf({ id, name, fee, isRetired }: MemberType) {
  const label = `${name}, ${formatRand(fee)}`;
  return { value: id, label: isRetired ? retiredType(label) : label };
}
