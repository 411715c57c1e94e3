import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  type MemberType,
  memberTypeForm,
  memberTypeTexts,
} from '#contract/member-types/endpoints.ts';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { typedAmount } from '#web/ui/fields/read-amount.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';

interface Props {
  form: UseFormReturn<TypedMemberType, unknown, CheckedMemberType>;
  /** Added to the fee's hint. */
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

const { name, fee } = memberTypeForm.shape;

/** The form's fields; retiring is a separate action. */
export const typedMemberType = z.object({
  name,
  description: z.string(),
  fee: typedAmount(fee),
  isFamily: z.boolean(),
});

type TypedMemberType = z.input<typeof typedMemberType>;

export type CheckedMemberType = z.output<typeof typedMemberType>;

export const noMemberType: TypedMemberType = {
  name: '',
  description: '',
  fee: '',
  isFamily: false,
};

export function valuesOf(type: MemberType): TypedMemberType {
  const { name: typeName, description, fee: rand, isFamily } = type;
  return { name: typeName, description, fee: rand.toFixed(2), isFamily };
}
