import * as z from 'zod/mini';
import { type MemberType, memberTypeForm } from '#contract/member-types.ts';
import { typedAmount } from '#web/ui/fields/read-amount.ts';

const { name, fee } = memberTypeForm.shape;

/** What is typed of a type; retiring is a step of its own. */
export const typedMemberType = z.object({
  name,
  description: z.string(),
  fee: typedAmount(fee),
  isFamily: z.boolean(),
});
export type TypedMemberType = z.input<typeof typedMemberType>;
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
