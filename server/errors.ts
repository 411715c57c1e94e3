import { roleTexts } from '#contract/permissions.ts';
import { changedMeanwhile, type FieldError } from '#contract/envelope.ts';

/** Every error that the domain can name: its status. The sentence is thrown with it. product-rules 1.9. */
const statuses = {
  badInput: 400,
  signedOut: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  changed: 412,
  tooLarge: 413,
  wrongMediaType: 415,
  tooMany: 429,
  unavailable: 503,
} as const;

export type Refusal = keyof typeof statuses;

/** An error that the user caused and can correct. It becomes a reply, not a log entry. */
export class Refused extends Error {
  readonly refusal: Refusal;
  readonly errors: FieldError[];
  readonly retryAfter: number | undefined;

  constructor(refusal: Refusal, message: string, errors: FieldError[] = [], retryAfter?: number) {
    super(message);
    this.refusal = refusal;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return statuses[this.refusal];
  }
}

/** One field is wrong. */
export function badField(field: string, message: string): Refused {
  return new Refused('badInput', message, [{ field, message }]);
}

export function notFound(message: string): Refused {
  return new Refused('notFound', message);
}

export function conflict(message: string): Refused {
  return new Refused('conflict', message);
}

export const sentences = {
  signedOut: 'Please sign in to continue.',
  forbidden: roleTexts.forbidden,
  changed: changedMeanwhile,
  notFound: 'This does not exist.',
  badJson: 'The request is not valid JSON.',
  badRequest: 'The request could not be understood.',
  badValue: 'This value is not valid.',
  badAddress: 'This address is not valid.',
  tooLarge: 'The request is too large.',
  wrongMediaType: 'The request must be JSON.',
  notAForm: 'The request must be a posted form.',
  notAnUpload: 'The request must be a form with a file.',
  notPlainFile: 'The request must be the file as it is.',
  tooMany: 'Too many requests. Please wait a moment and try again.',
  tooManyFor: (wait: string) => `Too many requests. Please try again in ${wait}.`,
  tooManyWaiting: 'The server is very busy at this moment. Please try again in a few seconds.',
  tooManyPasswords: 'Too many wrong passwords, so you were signed out. Please sign in again.',
  tooManySignIns: 'Too many attempts. Please wait 15 minutes, or reset your password.',
  databaseAway: 'The service is not available for a moment. Please try again.',
  keyReused: 'This Idempotency-Key was used for another request.',
  badKey: 'An Idempotency-Key is 1 to 200 visible characters.',
} as const;

/** Says at the field what the database refused by this constraint: that there is such a one. */
export async function withNameTakenError<T>(
  constraint: string,
  { field, message }: FieldError,
  effect: () => Promise<T>,
): Promise<T> {
  try {
    return await effect();
  } catch (error) {
    if (violated(error) !== constraint) throw error;
    throw new Refused('conflict', message, [{ field, message }]);
  }
}

/** The constraint that the database refused by, or `undefined` for another error. */
export function violated(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const isViolation = typeof code === 'string' && code.startsWith('23');
  return isViolation && typeof constraint === 'string' ? constraint : undefined;
}
