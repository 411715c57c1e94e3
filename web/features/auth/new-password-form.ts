import * as z from 'zod/mini';
import { resetPasswordTexts } from '#contract/auth/endpoints.ts';
import { password, passwordRules, passwordsDiffer } from '#contract/auth/passwords.ts';

interface NewPassword {
  newPassword: string;
  confirmPassword: string;
}

interface Problem {
  field: keyof NewPassword;
  message: string;
}

/** The first error, in the order of product-rules 15.3. */
export function problemWith({ newPassword, confirmPassword }: NewPassword): Problem | null {
  const empty = newPassword === '' ? 'newPassword' : 'confirmPassword';
  if (newPassword === '' || confirmPassword === '') {
    return { field: empty, message: resetPasswordTexts.bothRequired };
  }
  if (newPassword !== confirmPassword) {
    return { field: 'confirmPassword', message: passwordsDiffer };
  }
  if (!passwordRules.every((rule) => rule.holds(newPassword))) {
    return { field: 'newPassword', message: resetPasswordTexts.unmet };
  }
  const [other] = password.safeParse(newPassword).error?.issues ?? [];
  return other ? { field: 'newPassword', message: other.message } : null;
}

export const newPasswordFields = { newPassword: z.string(), confirmPassword: z.string() };

/** For a form that has these fields. */
export const newPasswordCheck = z.check<NewPassword>(({ value, issues }) => {
  const problem = problemWith(value);
  if (problem === null) return;
  issues.push({ code: 'custom', input: value, path: [problem.field], message: problem.message });
});

export const newPasswordForm = z.object(newPasswordFields).check(newPasswordCheck);
