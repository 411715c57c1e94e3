import { forgotPasswordTexts, resetPasswordTexts } from '#contract/auth/endpoints.ts';
import type { ApiError } from '#web/api/api-error.ts';

const tooMany = 429;

/** product-rules 16.3: the text for a refusal, or for a call without a response. */
export function forgotFailure({ status, message }: ApiError): string {
  if (status === tooMany) return message;
  const couldNotAnswer = status === 0 || status >= 500;
  return couldNotAnswer ? forgotPasswordTexts.unreachable : forgotPasswordTexts.failure;
}

export function resetFailure({ status, message }: ApiError, isLinkOver = false): string {
  if (status === tooMany) return message;
  const { failure, linkOver } = resetPasswordTexts;
  return isLinkOver ? `${failure} ${linkOver}` : failure;
}
