const closed = 'the other side closed the connection';
const late = 'there was no answer in time';
const noWay = 'the network has no way to this address';

/** What the usual network errors mean, by their codes. */
const meanings: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no server with this name',
  EAI_AGAIN: 'the name of the server cannot be looked up now',
  ECONNREFUSED: 'nothing answers at this address and port',
  ECONNRESET: closed,
  EPIPE: closed,
  ETIMEDOUT: late,
  UND_ERR_CONNECT_TIMEOUT: late,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
};

const codes = new RegExp(`\\b(${Object.keys(meanings).join('|')})\\b(?: (\\S+))?`);

/**
 * What happened on the network, for the middle of a sentence; null for any other error. Libraries such
 * as nodemailer replace the code, and keep it only in the message.
 */
export function networkProblem(error: unknown): string | null {
  const { name, code = '', message = '', cause } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (cause instanceof Error) return networkProblem(cause);
  if (name === 'TimeoutError') return late;
  const [, key = '', host] = codes.exec(message) ?? codes.exec(code) ?? [];
  if (key === 'ENOTFOUND' && host !== undefined) return `there is no server with the name ${host}`;
  return meanings[key] ?? null;
}
