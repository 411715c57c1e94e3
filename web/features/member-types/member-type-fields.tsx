import type { UseFormReturn } from 'react-hook-form';
import { memberTypeTexts } from '#contract/member-types.ts';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import type { CheckedMemberType, TypedMemberType } from './member-type-values.ts';

interface Props {
  form: UseFormReturn<TypedMemberType, unknown, CheckedMemberType>;
  /** What else is to be known of the fee. */
  feeHint?: string;
}

export function MemberTypeFields({ form, feeHint = '' }: Props) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label="Name"
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextareaField
        label="Description"
        optional
        maxLength={400}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <AmountField
        label="Fee"
        hint={`${memberTypeTexts.feeHint} ${feeHint}`.trim()}
        error={errors.fee?.message}
        {...form.register('fee')}
      />
      <CheckboxField
        label="Family"
        hint={memberTypeTexts.familyHint}
        error={errors.isFamily?.message}
        {...form.register('isFamily')}
      />
    </>
  );
}
