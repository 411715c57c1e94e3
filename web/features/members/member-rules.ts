import * as z from 'zod/mini';
import { dayOf } from '#contract/days.ts';
import { memberForm, memberTexts } from '#contract/members.ts';
import { relativeForm } from '#contract/relatives.ts';
import { relativeRows } from './relative-rules.ts';
import type { MemberValues } from './member-values.ts';

interface Known {
  /** What the form was filled with. */
  base: MemberValues;
  deactivatedId: string | undefined;
}

const relative = z.extend(relativeForm, { id: z.string() });

/** The contract's rules, and the reason that someone who is deactivated must have. */
export function memberRules({
  base,
  deactivatedId,
}: Known): z.ZodMiniType<MemberValues, MemberValues> {
  const isDeactivated = (status: unknown) => status !== '' && status === deactivatedId;
  // Who has turned 19 since may still be corrected.
  const isKnown = (born: string, row: unknown) =>
    base.relatives.some(
      ({ id, dateOfBirth }) => dateOfBirth === born && id === (row as { id: string }).id,
    );
  const rules: z.ZodMiniType = z
    .object({
      ...memberForm.shape,
      relatives: relativeRows(relative, dayOf(new Date()), isKnown),
    })
    .check(
      z.refine(
        (given) => !isDeactivated(given.memberStatusID) || !!given.deactivatedReason?.trim(),
        {
          error: memberTexts.noReason,
          path: ['deactivatedReason'],
          when: () => true,
        },
      ),
    );
  // The wire may leave out what an input never does.
  return rules as z.ZodMiniType<MemberValues, MemberValues>;
}
