import { connect } from 'node:tls';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import {
  askInstallation,
  questionHeader,
} from '#server/platform/http/observability/installation.ts';
import {
  connectTimeMs,
  failed,
  ok,
  reasonOf,
  warning,
  withoutSecret,
  type Check,
  type CheckDeps,
  type Finding,
} from '../check.ts';

interface Answer {
  /** Whether it came from this installation. */
  isOurs: boolean;
  /** Whether it came from this program, perhaps of another installation. */
  isMembership: boolean;
  status: number;
  location: string | null;
  forwarding: 'none' | 'trusted' | 'untrusted';
  /** `settingsDigest` of the application that answered. */
  settings: string;
  /** The address from which the connection to the application came. */
  peer: string;
}

/** Asks an address whether it leads to this installation. */
export async function askAddress(address: string, secret: Uint8Array): Promise<Answer> {
  const question = askInstallation(secret);
  const reply = await fetch(`${address}/healthz`, {
    headers: { [questionHeader]: question.header },
    redirect: 'manual',
    signal: AbortSignal.timeout(connectTimeMs),
  });
  const body = (await reply.json().catch(() => ({}))) as Partial<Answer> & {
    installation?: unknown;
    commit?: unknown;
  };
  return {
    isOurs: question.isAnswer(body.installation),
    isMembership: typeof body.commit === 'string',
    status: reply.status,
    location: reply.headers.get('location'),
    forwarding: body.forwarding ?? 'none',
    peer: body.peer ?? '',
    settings: body.settings ?? '',
  };
}

/** Whether the address leads here, and what the proxy in front of it does, from one request. */
export function publicAddressChecks({ config, clock, secret }: CheckDeps): Check[] {
  let asked: Promise<Answer> | undefined;
  const ask = (key: Uint8Array) => (asked ??= askAddress(config.publicUrl, key));
  return [
    {
      name: 'Public address',
      run: async () => {
        if (secret === null) return withoutSecret;
        try {
          return await checkAddress(config, await ask(secret), clock);
        } catch (error) {
          return failed(
            `${config.publicUrl} does not answer (${reasonOf(error)}).`,
            'Check PUBLIC_URL, its DNS record, the certificate, and that the proxy and the application run.',
          );
        }
      },
    },
    {
      name: 'Proxy',
      run: async () => {
        if (secret === null) return withoutSecret;
        const answer = await ask(secret).catch(() => null);
        if (answer?.isOurs !== true) {
          return warning('Not checked, because the public address does not lead here.', '');
        }
        return judgeProxy(config, answer);
      },
    },
  ];
}

/** As the last check of this process has seen it. Null: there was none, or it has no certificate. */
let certificateEnd: Date | null = null;
export const lastCertificateEnd = () => certificateEnd;

async function checkAddress(
  { publicUrl, isLoopback }: Config,
  answer: Answer,
  clock: Clock,
): Promise<Finding> {
  if (!answer.isOurs) {
    return answer.location === null
      ? failed(
          `${publicUrl} leads to something else (status ${answer.status}).`,
          'Check PUBLIC_URL, its DNS record and the proxy.',
        )
      : failed(`${publicUrl} redirects to ${answer.location}.`, 'Set PUBLIC_URL to that address.');
  }
  if (isLoopback) return ok(`${publicUrl}, on this machine only.`);
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol === 'http:') {
    return warning(
      `${publicUrl} leads here, without encryption.`,
      'Serve it with https, and set PUBLIC_URL to that address.',
    );
  }
  const certificate = await readCertificate(hostname, Number(port || 443));
  certificateEnd = certificate?.end ?? null;
  return judgeCertificate(publicUrl, certificate, clock.now());
}

const hourMs = 3_600_000;
const fewHours = 14 * 24;

interface Certificate {
  from: Date;
  end: Date;
}

/** Certificates that renew themselves do so when a third of their time is left, which may be two days. */
export function judgeCertificate(
  publicUrl: string,
  certificate: Certificate | null,
  at: Date,
): Finding {
  const finding = `${publicUrl} leads here.`;
  if (certificate === null) return ok(finding);
  const { from, end } = certificate;
  const hours = Math.floor((end.getTime() - at.getTime()) / hourMs);
  const lifetime = (end.getTime() - from.getTime()) / hourMs;
  const left = hours < 48 ? `${hours} more hours` : `${Math.floor(hours / 24)} more days`;
  const words = `${finding} The certificate is valid for ${left}.`;
  return hours < Math.min(fewHours, lifetime / 6) ? warning(words, 'Renew it.') : ok(words);
}

/** `fetch` has already verified the certificate. */
async function readCertificate(host: string, port: number): Promise<Certificate | null> {
  const { promise, resolve } = Promise.withResolvers<Certificate | null>();
  const socket = connect({ host, port, servername: host, timeout: connectTimeMs }, () => {
    const { valid_from: from, valid_to: end } = socket.getPeerCertificate();
    resolve({ from: new Date(from), end: new Date(end) });
  });
  socket.on('error', () => resolve(null)).on('timeout', () => resolve(null));
  return promise.finally(() => socket.destroy());
}

function judgeProxy({ isLoopback, publicUrl }: Config, { forwarding, peer }: Answer): Finding {
  if (forwarding === 'untrusted') {
    return failed(
      'A proxy passes on the address of the visitor, and the application does not believe it. All visitors count as one.',
      `Set TRUST_PROXY to the address of the proxy. It connects from ${peer}.`,
    );
  }
  if (forwarding === 'trusted') return ok(`The proxy at ${peer} is trusted.`);
  if (!isLoopback && publicUrl.startsWith('https:')) {
    return warning(
      'The proxy does not pass on the address of the visitor, so all visitors count as one.',
      'Let the proxy send X-Forwarded-For, and set TRUST_PROXY to its address.',
    );
  }
  return ok('None: visitors reach the application directly.');
}
