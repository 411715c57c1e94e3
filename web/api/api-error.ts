import { defaultError, type FieldError } from '#contract/envelope.ts';

/** What came back, as far as it came; status 0 means that there was no answer. */
export interface Answer {
  status: number;
  response: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Any answer that is not a success. Specification §8. */
export class ApiError extends Error {
  readonly status: number;
  /** The raw text of the answer. */
  readonly response: string;
  readonly headers: Record<string, string>;
  /** The answer as JSON, when it was JSON. */
  readonly body: unknown;
  /** What is wrong with which field; empty when the server named none. */
  readonly errors: FieldError[];

  constructor(message: string, answer: Answer) {
    super(message);
    this.name = 'ApiError';
    this.status = answer.status;
    this.response = answer.response;
    this.headers = answer.headers;
    this.body = answer.body;
    this.errors = fieldErrorsIn(answer.body);
  }
}

export const unreachable =
  'The server can not be reached. Please check your connection and try again.';
export const tooSlow = 'The server took too long to answer. Please try again.';

export function refused(answer: Answer): ApiError {
  return new ApiError(messageIn(answer.body), answer);
}

export function unanswered(message: string): ApiError {
  return new ApiError(message, { status: 0, response: '', headers: {}, body: undefined });
}

/** For a place that shows one sentence, whatever went wrong. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : unanswered(defaultError);
}

/** Specification §8: what is said when the server refused, and when it could not be asked. */
export interface LoadTexts {
  failed: string;
  error: string;
}

export function textFor(error: unknown, texts: LoadTexts): string {
  return error instanceof ApiError && error.status > 0 ? texts.failed : texts.error;
}

function messageIn(body: unknown): string {
  const message = isRecord(body) ? body['message'] : undefined;
  return typeof message === 'string' && message !== '' ? message : defaultError;
}

function fieldErrorsIn(body: unknown): FieldError[] {
  const errors = isRecord(body) ? body['errors'] : undefined;
  return Array.isArray(errors) ? errors.filter(isFieldError) : [];
}

function isFieldError(value: unknown): value is FieldError {
  return (
    isRecord(value) && typeof value['field'] === 'string' && typeof value['message'] === 'string'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
