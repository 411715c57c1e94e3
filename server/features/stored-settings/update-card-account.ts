import type { BodyOf } from '#contract/endpoint.ts';
import { dayOf } from '#contract/days.ts';
import {
  type CardAccount,
  cardAccountTexts as texts,
  updateCardAccount as endpoint,
} from '#contract/stored-settings/card-account.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict, type Refused } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { tellAdministrators } from '#server/features/company-info/tell-administrators.ts';
import { historyAccount } from '#server/features/payments/comparison/comparison-deps.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { assertNotStale } from '#server/platform/http/version.ts';
import { accountShapes } from '#server/platform/payfast/account.ts';
import { fetchHistory } from '#server/platform/payfast/transactions/fetch-history.ts';
import { HistoryFailure } from '#server/platform/payfast/transactions/history-failure.ts';
import { namesOnServer, problemOf, type StoredValues, withStored } from '#server/stored-config.ts';
import { applyStored, lockStored, readStored, store, type StoredDeps } from './stored.ts';

export async function readCardAccount(deps: StoredDeps): Promise<CardAccount> {
  const { values, problem } = await readStored(deps, 'payfast');
  const { PAYFAST_MERCHANT_ID = '', PAYFAST_MERCHANT_KEY, PAYFAST_PASSPHRASE } = values ?? {};
  return {
    mode: (values?.['PAYFAST_MODE'] as CardAccount['mode']) ?? deps.config.payfast.mode,
    merchantId: PAYFAST_MERCHANT_ID,
    hasMerchantKey: PAYFAST_MERCHANT_KEY !== undefined,
    hasPassphrase: PAYFAST_PASSPHRASE !== undefined,
    onServer: namesOnServer(deps.config, 'payfast'),
    problem,
  };
}

/** Milliseconds. A person waits for it. */
const longestCheckMs = 8000;

export async function updateCardAccount(
  deps: AppDeps,
  ctx: Context,
  { form, ifMatch }: { form: BodyOf<typeof endpoint>; ifMatch: string | undefined },
): Promise<CardAccount> {
  const onServer = namesOnServer(deps.config, 'payfast');
  if (onServer.length > 0) throw conflict(texts.onServer(onServer));
  const before = (await readStored({ ...deps, db: ctx.db }, 'payfast')).values ?? {};
  const after = valuesOf(form, before);
  await assertUsable(deps, after, ctx.at);
  await inTransaction(ctx, async (inside) => {
    const { id } = await lockStored(inside.db);
    assertNotStale(ifMatch, endpoint, await readCardAccount({ ...deps, db: inside.db }));
    await store(inside, deps.secret, { kind: 'payfast', values: after });
    await tellAdministrators(inside, 'cardAccount', {
      before: inWords(before),
      after: inWords(after),
    });
    await recordAudit(inside, {
      action: 'updateCardAccount',
      subject: 'companyInfo',
      id,
      name: 'PayFast',
      before: shownOf(before),
      after: {
        ...shownOf(after),
        ...(after['PAYFAST_MERCHANT_KEY'] !== before['PAYFAST_MERCHANT_KEY'] && {
          hasNewKey: true,
        }),
        ...(after['PAYFAST_PASSPHRASE'] !== before['PAYFAST_PASSPHRASE'] && {
          hasNewPassphrase: true,
        }),
      },
    });
  });
  await applyStored(deps);
  return readCardAccount({ ...deps, db: ctx.db });
}

/** Turned off, the account stays: notifications of earlier payments can still arrive. */
function valuesOf(
  { mode, merchantId, merchantKey, passphrase }: BodyOf<typeof endpoint>,
  before: StoredValues,
): StoredValues {
  // The test site has an account of its own, for everybody.
  if (mode !== 'live' && merchantId === '') return { PAYFAST_MODE: mode };
  const isSame = before['PAYFAST_MERCHANT_ID'] === merchantId;
  const kept = (field: string, name: string, given: string, wrong: string) => {
    const value = given || (isSame ? before[name] : undefined);
    if (value !== undefined) return value;
    throw badField(field, before[name] === undefined ? wrong : texts.again);
  };
  if (!accountShapes.merchantId.test(merchantId))
    throw badField('merchantId', texts.wrongMerchantId);
  const key = kept('merchantKey', 'PAYFAST_MERCHANT_KEY', merchantKey, texts.wrongMerchantKey);
  const words = kept('passphrase', 'PAYFAST_PASSPHRASE', passphrase, texts.wrongPassphrase);
  if (!accountShapes.merchantKey.test(key)) throw badField('merchantKey', texts.wrongMerchantKey);
  if (!accountShapes.passphrase.test(words)) throw badField('passphrase', texts.wrongPassphrase);
  return {
    PAYFAST_MODE: mode,
    PAYFAST_MERCHANT_ID: merchantId,
    PAYFAST_MERCHANT_KEY: key,
    PAYFAST_PASSPHRASE: words,
  };
}

/** By the rules of the start; for real money PayFast is asked, too. Its absence is no reason to refuse. */
async function assertUsable(deps: AppDeps, values: StoredValues, at: Date): Promise<void> {
  const problem = problemOf(deps.config, values);
  if (problem !== null) throw refusalOf(problem);
  const { payfast } = withStored(deps.config, values);
  const account = payfast.mode === 'live' ? historyAccount(payfast) : null;
  if (account === null) return;
  try {
    await fetchHistory(account, { day: dayOf(at) }, { at, timeoutMs: longestCheckMs });
  } catch (error) {
    if (!(error instanceof HistoryFailure)) throw error;
    if (error.isOfAccount) throw badField('merchantId', error.message);
  }
}

function refusalOf(problem: string): Refused {
  if (problem.includes('PUBLIC_URL')) return badField('mode', texts.notReachable);
  const isSandbox = problem.includes("is the sandbox's");
  return badField('merchantId', isSandbox ? texts.isSandboxAccount : problem);
}

const inWords = ({ PAYFAST_MODE = 'not set', PAYFAST_MERCHANT_ID }: StoredValues) =>
  PAYFAST_MERCHANT_ID === undefined
    ? PAYFAST_MODE
    : `${PAYFAST_MODE}, Merchant ID ${PAYFAST_MERCHANT_ID}`;

const shownOf = ({ PAYFAST_MODE = '', PAYFAST_MERCHANT_ID = '' }: StoredValues) => ({
  mode: PAYFAST_MODE,
  merchantId: PAYFAST_MERCHANT_ID,
});
