import { largestAmount } from '#contract/limits.ts';
import { formatRand } from '#contract/money.ts';
import type { PaymentKind } from '#contract/payments/endpoints.ts';
import type { Confirmation } from './confirm.ts';
import type { Notification } from './notification.ts';
import { isSigned } from './signature.ts';
import type { PayfastSettings } from './settings.ts';

export interface Check {
  name: 'signature' | 'merchant' | 'record' | 'amount' | 'status' | 'confirmation' | 'source';
  outcome: 'passed' | 'failed' | 'unknown';
  /** For administrators. */
  words: string;
}

/** The data for the checks besides the notification. */
export interface Circumstances {
  settings: Pick<PayfastSettings, 'merchantId' | 'passphrase' | 'sourceCheck'>;
  /** The one that the address of the notification names. */
  kind: PaymentKind;
  /** Our own record with the id `mPaymentId`, if there is one. */
  record: { kind: PaymentKind; askedCents: readonly number[]; isDeleted: boolean } | null;
  confirmation: Confirmation;
  isFromProvider: boolean;
}

/** The results of all checks, in the order of product-rules 7.3. */
export function checksOf(notification: Notification, circumstances: Circumstances): Check[] {
  return [
    checkSignature(notification, circumstances),
    checkMerchant(notification, circumstances),
    checkRecord(circumstances),
    checkAmount(notification, circumstances),
    checkStatus(notification),
    checkConfirmation(circumstances),
    checkSource(circumstances),
  ];
}

function checkSignature(notification: Notification, { settings }: Circumstances): Check {
  return isSigned(notification, settings.passphrase)
    ? passed('signature', 'The signature is right.')
    : failed(
        'signature',
        'The signature is not right: the provider did not send this, or its passphrase is not the one in PAYFAST_PASSPHRASE.',
      );
}

function checkMerchant({ merchantId }: Notification, { settings }: Circumstances): Check {
  return merchantId === settings.merchantId
    ? passed('merchant', 'It is for our merchant id.')
    : failed('merchant', `It is for merchant ${merchantId ?? 'unknown'}, not for ours.`);
}

function checkRecord({ record, kind }: Circumstances): Check {
  const thing = kind === 'subscription' ? 'invoice' : 'donation';
  if (record?.isDeleted === true) return passed('record', `This ${thing} was deleted here.`);
  return record?.kind === kind
    ? passed('record', `We have this ${thing}.`)
    : failed('record', `We have no ${thing} with this id.`);
}

function checkAmount(notification: Notification, { record }: Circumstances): Check {
  const { amountCents } = notification;
  const received = amountCents === null ? 'no readable amount' : formatRand(amountCents / 100);
  if (record === null)
    return failed('amount', `It states ${received}. There is no record to compare it with.`);
  if (!isAmountOfMoney(notification)) return failed('amount', `It states ${received}.`);
  if (record.isDeleted) {
    return passed(
      'amount',
      `It states ${received}. If it is confirmed, all of it becomes a credit.`,
    );
  }
  return record.askedCents.includes(amountCents ?? 0)
    ? passed('amount', `${received} was asked for this record.`)
    : failed(
        'amount',
        `It states ${received}, which was never asked for this record. If it is confirmed, all of it becomes a credit.`,
      );
}

/** Zero and what is larger than any record is refused. Any other amount is money. */
export function isAmountOfMoney({ amountCents }: Pick<Notification, 'amountCents'>): boolean {
  return amountCents !== null && amountCents > 0 && amountCents <= Math.round(largestAmount * 100);
}

function checkStatus({ paymentStatus, pfPaymentId }: Notification): Check {
  if (paymentStatus === 'PENDING') {
    return { name: 'status', outcome: 'unknown', words: 'The provider is waiting for the money.' };
  }
  if (paymentStatus !== 'COMPLETE') {
    return failed('status', `The payment is ${paymentStatus ?? 'of no status'}, not COMPLETE.`);
  }
  return pfPaymentId === null
    ? failed('status', 'The payment is COMPLETE, but has no number of the provider.')
    : passed('status', 'The payment is COMPLETE.');
}

const confirmationWords = {
  VALID: 'The provider confirms that it sent this.',
  INVALID: 'The provider says that it did not send this.',
  unknown: 'The provider has not yet said whether it sent this.',
};

function checkConfirmation({ confirmation }: Circumstances): Check {
  const words = confirmationWords[confirmation];
  if (confirmation === 'unknown') return { name: 'confirmation', outcome: 'unknown', words };
  return confirmation === 'VALID' ? passed('confirmation', words) : failed('confirmation', words);
}

function checkSource({ isFromProvider, settings }: Circumstances): Check {
  if (isFromProvider) return passed('source', 'It came from an address of the provider.');
  const stranger = 'It came from an address that is not one of the provider’s';
  return settings.sourceCheck === 'log'
    ? failed('source', `${stranger}. This is only recorded.`)
    : failed('source', `${stranger} (PAYFAST_SOURCES).`);
}

function passed(name: Check['name'], words: string): Check {
  return { name, outcome: 'passed', words };
}

function failed(name: Check['name'], words: string): Check {
  return { name, outcome: 'failed', words };
}
