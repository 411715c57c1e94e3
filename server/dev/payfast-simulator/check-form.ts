import { readAmount } from '#server/platform/payfast/amount.ts';
import { trim } from '#server/platform/payfast/encode.ts';
import { receiveFields, textOf } from '#server/platform/payfast/fields.ts';
import { formSignature, isSameSignature } from '#server/platform/payfast/signature.ts';
import { documentedFields, requiredFields } from './documented-fields.ts';
import type { SimulatorDeps } from './simulator-deps.ts';

/** A posted form, by the names of its fields. */
export type Values = ReadonlyMap<string, string>;

export interface PostedForm {
  values: Values;
  amountCents: number;
}

type CheckedForm = { form: PostedForm; problems: [] } | { form: null; problems: string[] };

/** What fits, encoded once more, into the form of the payment page. */
const longestForm = 11_000;
const leastCents = 500;

/** Checks what was posted as the provider does; the problems are in its words where we know them. */
export function checkForm(body: Buffer, deps: SimulatorDeps): CheckedForm {
  if (body.length > longestForm) return { form: null, problems: ['The form is too long'] };
  const pairs = receiveFields(body).map(textOf);
  const values = new Map(pairs.map(({ name, value }) => [name, trim(value)]));
  const amountCents = amountOf(values);
  const problems = [
    ...missing(values),
    ...unfit(values),
    ...strange(values, deps),
    ...elsewhere(values, deps.publicUrl),
    ...(amountCents === null ? ['amount : must be a decimal of at least 5.00'] : []),
    ...unsigned(values, deps.settings.passphrase),
  ];
  if (amountCents === null || problems.length > 0) return { form: null, problems };
  return { form: { values, amountCents }, problems: [] };
}

function missing(values: Values): string[] {
  return requiredFields
    .filter((name) => !values.get(name) || (name === 'item_name' && values.get(name) === '0'))
    .map((name) => `${name} : is required`);
}

function unfit(values: Values): string[] {
  const others = [...values].filter(([name]) => name !== 'signature');
  const id = values.get('m_payment_id') ?? '';
  return [
    ...others
      .filter(([name]) => !documentedFields.has(name))
      .map(([name]) => `${name.slice(0, 50)} : is not a known field`),
    ...others
      .filter(([name, value]) => value.length > (documentedFields.get(name) ?? Infinity))
      .map(([name]) => `${name} : may have at most ${documentedFields.get(name)} characters`),
    ...(/^[\w/-]*$/.test(id) ? [] : ['m_payment_id : may have letters, digits, _, - and /']),
  ];
}

function strange(values: Values, { settings }: SimulatorDeps): string[] {
  const isOurs =
    values.get('merchant_id') === settings.merchantId &&
    values.get('merchant_key') === settings.merchantKey;
  return isOurs ? [] : ['merchant_id : The merchant id and key are not known'];
}

/** The simulator calls and leads to nobody but the application that it belongs to. */
function elsewhere(values: Values, publicUrl: string): string[] {
  return ['return_url', 'cancel_url', 'notify_url']
    .filter((name) => values.get(name) && !isOwn(values.get(name) ?? '', publicUrl))
    .map((name) => `${name} : must begin with ${publicUrl}/ (this is the simulator)`);
}

function isOwn(address: string, publicUrl: string): boolean {
  const own = new URL(`${publicUrl}/`).href;
  return URL.canParse(address) && new URL(address).href.startsWith(own);
}

function amountOf(values: Values): number | null {
  const amount = values.get('amount') ?? '';
  const cents = /\.\d\d$/.test(amount) ? readAmount(amount) : null;
  return cents === null || cents < leastCents ? null : cents;
}

/** Over the documented order, whatever the posted one was: so a form in another order fails here too. */
function unsigned(values: Values, passphrase: string): string[] {
  const fields = [...documentedFields.keys()].map((name) => ({
    name,
    value: values.get(name) ?? '',
  }));
  const isRight = isSameSignature(values.get('signature') ?? '', formSignature(fields, passphrase));
  return isRight ? [] : ['signature : Generated signature does not match submitted signature'];
}
