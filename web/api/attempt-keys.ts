/**
 * One idempotency key per attempt: pressing again after a lost response repeats the attempt, and a
 * changed form starts another one.
 */
export interface AttemptKeys {
  keyFor: (input: unknown) => string;
  succeeded: () => void;
}

export function attemptKeys(newKey: () => string = randomKey): AttemptKeys {
  let attempt: { key: string; sent: string } | null = null;
  return {
    keyFor(input) {
      const sent = JSON.stringify(input) ?? '';
      if (attempt?.sent !== sent) attempt = { key: newKey(), sent };
      return attempt.key;
    },
    succeeded() {
      attempt = null;
    },
  };
}

// `crypto.randomUUID` is missing where the page is served over plain http.
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
