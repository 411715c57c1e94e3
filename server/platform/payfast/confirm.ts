export type Confirmation = 'VALID' | 'INVALID' | 'unknown';

interface ConfirmOptions {
  validateUrl: string;
  timeoutMs?: number;
}

/** Longer replies are pages of something else. */
const longestReply = 1024;

/**
 * Asks the provider whether it sent these parameters (signature and passphrase left out). Anything
 * but its two words is `unknown`: shops were answered 403 for notifications that were real.
 */
export async function confirm(
  parameters: string,
  { validateUrl, timeoutMs = 15_000 }: ConfirmOptions,
): Promise<Confirmation> {
  try {
    const reply = await fetch(validateUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'conservation-membership',
      },
      body: parameters,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return wordOf(reply.status, await beginningOf(reply));
  } catch {
    return 'unknown';
  }
}

function wordOf(status: number, body: string): Confirmation {
  const word = body.split(/\r?\n/)[0]?.trim().toUpperCase();
  return status === 200 && (word === 'VALID' || word === 'INVALID') ? word : 'unknown';
}

async function beginningOf(reply: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early ends the download.
  for await (const chunk of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= longestReply) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
