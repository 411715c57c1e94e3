import { randomBytes } from 'node:crypto';

type Environment = Record<string, string | undefined>;

interface Account {
  mode: string;
  merchantId: string;
  merchantKey: string;
  passphrase: string;
}

/** Published by the provider for everyone; its test accounts take no money. */
const sandboxAccount = {
  PAYFAST_MERCHANT_ID: '10000100',
  PAYFAST_MERCHANT_KEY: '46f0cd694581a',
  PAYFAST_PASSPHRASE: 'jt7NOE43FZPn',
};

/**
 * Default account settings. With `off`, notifications of earlier payments can still arrive. Without
 * an account they are refused, because they are checked against a random passphrase.
 */
export function accountOf(mode: string): Environment {
  if (mode === 'live') return {};
  if (mode !== 'off') return sandboxAccount;
  return {
    PAYFAST_MERCHANT_ID: '0',
    PAYFAST_MERCHANT_KEY: 'none',
    PAYFAST_PASSPHRASE: randomBytes(16).toString('hex'),
  };
}

/** As the provider gives them. */
export const accountShapes = {
  merchantId: /^\d{1,20}$/,
  merchantKey: /^[A-Za-z0-9]{1,100}$/,
  passphrase: /^[A-Za-z0-9_/-]{1,32}$/,
};

export function accountProblems({ mode, merchantId, merchantKey, passphrase }: Account): string[] {
  const problems: string[] = [];
  const isSandbox = mode === 'live' && merchantId === sandboxAccount.PAYFAST_MERCHANT_ID;
  if (isSandbox) problems.push("PAYFAST_MERCHANT_ID is the sandbox's: enter your account's");
  if (!accountShapes.merchantId.test(merchantId)) {
    problems.push(
      `PAYFAST_MERCHANT_ID ${needed(merchantId, 'must be a number, such as 10000100')}`,
    );
  }
  if (!accountShapes.merchantKey.test(merchantKey)) {
    problems.push(`PAYFAST_MERCHANT_KEY ${needed(merchantKey, 'must be letters and digits')}`);
  }
  if (!accountShapes.passphrase.test(passphrase)) {
    const shape = 'must be at most 32 letters, digits, -, _ and /, as in the PayFast account';
    problems.push(`PAYFAST_PASSPHRASE ${needed(passphrase, shape)}`);
  }
  return problems;
}

function needed(value: string, shape: string): string {
  return value === '' ? 'is needed: it stands in your PayFast account' : shape;
}
