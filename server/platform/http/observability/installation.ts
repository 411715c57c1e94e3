import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '#server/config.ts';
import { withStored } from '#server/stored-config.ts';

/**
 * How the system check knows that an address leads to this installation and not to another: both
 * know the secret. Only such a question is answered, so that nothing else is revealed.
 */
export const questionHeader = 'x-system-check';

interface Question {
  header: string;
  isAnswer(answer: unknown): boolean;
}

export function askInstallation(secret: Uint8Array): Question {
  const nonce = randomBytes(16).toString('hex');
  const expected = codeOf(secret, 'answer', nonce);
  return {
    header: `${nonce}.${codeOf(secret, 'question', nonce)}`,
    isAnswer: (answer) => typeof answer === 'string' && isEqual(answer, expected),
  };
}

/** `null` for anyone who does not know the secret. */
export function answerQuestion(secret: Uint8Array, header: unknown): string | null {
  const [nonce = '', code = ''] = typeof header === 'string' ? header.split('.') : [];
  return isEqual(code, codeOf(secret, 'question', nonce)) ? codeOf(secret, 'answer', nonce) : null;
}

/** Two processes with the same settings have the same. It reveals none of them. */
export function settingsDigest(secret: Uint8Array, config: Config): string {
  // What is entered on a page is the same for all of them, and can have changed since the start.
  const ofEnvironment = { ...config, ...withStored(config, {}), environment: {} };
  const { isDemo: _, warnings: __, logLevel: ___, payfast, ...settings } = ofEnvironment;
  // Without card payments each process has a passphrase of its own, which signs nothing.
  const cards = payfast.mode === 'off' ? payfast.mode : payfast;
  return codeOf(secret, 'settings', JSON.stringify({ ...settings, cards }));
}

/** The secret also signs sessions: no session token begins like this text. */
function codeOf(secret: Uint8Array, purpose: string, nonce: string): string {
  return createHmac('sha256', secret).update(`system check: ${purpose}: ${nonce}`).digest('hex');
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
