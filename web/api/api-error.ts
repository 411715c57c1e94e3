import { defaultError, type FieldError } from '#contract/envelope.ts';

/** The response, as far as it arrived. Status 0 means that there was none. */
export interface Answer {
  status: number;
  response: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Any response that is not a success. product-rules 16.1. */
export class ApiError extends Error {
  readonly status: number;
  /** The raw text of the response. */
  readonly response: string;
  readonly headers: Record<string, string>;
  /** The response as JSON, if it is JSON. */
  readonly body: unknown;
  /** Errors of single fields; empty if the server named none. */
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
  'The server cannot be reached. Please check your connection and try again.';
export const tooSlow = 'The server took too long to answer. Please try again.';

export function refused(answer: Answer): ApiError {
  return new ApiError(messageIn(answer.body), answer);
}

export function unanswered(message: string): ApiError {
  return new ApiError(message, { status: 0, response: '', headers: {}, body: undefined });
}

/** For places that show one sentence for any error. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : unanswered(defaultError);
}

/** product-rules 16.7: the texts for a refusal and for a call without a response. */
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
