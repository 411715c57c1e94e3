import { useRef } from 'react';
import {
  type MembershipChoice,
  membershipChoiceTexts as texts,
} from '#contract/payments/membership-choice.ts';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';

const { remove, shortened, kept } = texts.periods;

/** The first one is refused if a later period follows. */
export const periodOptions = [
  { value: '', label: remove },
  { value: 'shortened', label: shortened },
  { value: 'kept', label: kept },
];

/** What becomes of a membership whose payment is undone. */
export function useMembershipChoice() {
  const period = useRef<HTMLSelectElement>(null);
  const voids = useRef<HTMLInputElement>(null);
  const fields = (
    <>
      <SelectField ref={period} label={texts.period} options={periodOptions} />
      <CheckboxField ref={voids} label={texts.voidsOther} hint={texts.voidsOtherHint} />
    </>
  );
  const read = (): MembershipChoice => {
    const value = period.current?.value;
    return {
      period: value === 'kept' || value === 'shortened' ? value : null,
      voidsOther: voids.current?.checked === true,
    };
  };
  return { fields, read };
}
