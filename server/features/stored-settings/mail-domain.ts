import { Resolver } from 'node:dns/promises';
import type { DomainRecord } from '#contract/stored-settings/mail-server.ts';

/** Milliseconds for each question. Some of them run at once. */
const timeoutMs = 4000;

/** Usual names of DKIM keys. DNS does not say which one a provider uses. */
const selectors = ['default', 'dkim', 'mail', 'google', 'selector1', 'selector2', 'k1', 's1', 'x'];

export type LookUp = (name: string) => Promise<string[]>;

/** The texts of a name; none if it has none. Fails if nobody answers. */
function lookUpIn(resolver = new Resolver({ timeout: timeoutMs, tries: 1 })): LookUp {
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
      throw error;
    }
  };
}

/** RFC 7208, 6376 and 7489. */
export async function checkDomain(domain: string, lookUp = lookUpIn()): Promise<DomainRecord[]> {
  return Promise.all([
    judged('SPF', spfOf, () => lookUp(domain)),
    judged('DKIM', dkimOf, () => keysOf(domain, lookUp)),
    judged('DMARC', dmarcOf, () => lookUp(`_dmarc.${domain}`)),
  ]);
}

type Judgement = Pick<DomainRecord, 'state' | 'finding'>;

async function judged(
  name: DomainRecord['name'],
  judge: (texts: string[]) => Judgement,
  read: () => Promise<string[]>,
): Promise<DomainRecord> {
  try {
    return { name, ...judge(await read()) };
  } catch {
    const finding = 'No name server answered. Try again later.';
    return { name, state: 'unknown', finding };
  }
}

async function keysOf(domain: string, lookUp: LookUp): Promise<string[]> {
  const found = await Promise.all(selectors.map((one) => lookUp(`${one}._domainkey.${domain}`)));
  return found.flat();
}

const shown = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

function spfOf(texts: string[]): Judgement {
  const records = texts.filter((text) => /^v=spf1( |$)/i.test(text));
  const [record] = records;
  if (record === undefined) {
    return {
      state: 'missing',
      finding:
        'There is none. Ask your mail provider for the SPF record, and the person who manages your domain to enter it.',
    };
  }
  if (records.length > 1) {
    return { state: 'missing', finding: 'There are several, so none counts. Keep one.' };
  }
  if (/\+all\b/i.test(record) || / all$/i.test(record)) {
    return { state: 'missing', finding: `It lets everybody send in your name: ${shown(record)}` };
  }
  return { state: 'good', finding: shown(record) };
}

function dkimOf(texts: string[]): Judgement {
  return texts.some((text) => /(^|;)\s*p=[^;\s]/i.test(text))
    ? { state: 'good', finding: 'A key is published.' }
    : {
        state: 'unknown',
        finding:
          'No key was found under the usual names. Providers use others, too: a test mail to a large mail service shows in its details whether DKIM passed.',
      };
}

function dmarcOf(texts: string[]): Judgement {
  const record = texts.find((text) => /^v=DMARC1\b/i.test(text));
  if (record === undefined) {
    return {
      state: 'missing',
      finding: 'There is none. One that only watches is enough at first: v=DMARC1; p=none',
    };
  }
  return { state: 'good', finding: shown(record) };
}
