import type { FieldError } from '#contract/envelope.ts';
import type { ApiError } from '#web/api/api-error.ts';

interface Errors {
  showServerErrors: (errors: readonly FieldError[]) => readonly FieldError[];
}

/** Shows field errors at their fields; returns the message for above the buttons. */
export function problemIn(error: ApiError, { showServerErrors }: Errors): string | null {
  const homeless = showServerErrors(error.errors);
  const isPlaced = error.errors.length > 0 && homeless.length === 0;
  return isPlaced ? null : (homeless[0]?.message ?? error.message);
}
