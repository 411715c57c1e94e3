import pino, { type Logger } from 'pino';

interface Logged {
  type: string;
  message: string;
  code?: unknown;
  constraint?: unknown;
  stack: string | undefined;
}

/** JSON lines on standard output: request ids, no secrets, no personal data. product-rules 2.11. */
export function openLog(level: string, to?: { write(line: string): void }): Logger {
  const options = { level, base: null, serializers: { err: describe } };
  return to === undefined ? pino(options) : pino(options, to);
}

/**
 * PostgreSQL's error messages contain the rejected value, which may be personal data. Only the code
 * and the stack trace of its errors are logged.
 */
function describe(error: Error & { code?: unknown; constraint?: unknown }): Logged {
  const { code, constraint, name: type, stack = '' } = error;
  const isAboutValues = typeof code === 'string' && /^2[23][0-9A-Z]{3}$/.test(code);
  const message = isAboutValues ? 'the database refused a value' : error.message;
  const calls = stack.slice(Math.max(0, stack.indexOf('\n    at ')));
  return { type, message, code, constraint, stack: isAboutValues ? calls : stack };
}
