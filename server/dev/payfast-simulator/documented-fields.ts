/** The provider's fields in the order in which it signs them, with the longest value it takes. */
export const documentedFields = new Map<string, number>([
  ['merchant_id', 20],
  ['merchant_key', 100],
  ['return_url', 2000],
  ['cancel_url', 2000],
  ['notify_url', 2000],
  ['fica_idnumber', 13],
  ['name_first', 100],
  ['name_last', 100],
  ['email_address', 100],
  ['cell_number', 100],
  ['m_payment_id', 100],
  ['amount', 20],
  ['item_name', 100],
  ['item_description', 255],
  ...numbered('custom_int', 20),
  ...numbered('custom_str', 255),
  ['email_confirmation', 1],
  ['confirmation_address', 100],
  ['payment_method', 3],
  ['subscription_type', 1],
  ['billing_date', 10],
  ['recurring_amount', 20],
  ['frequency', 1],
  ['cycles', 5],
  ['subscription_notify_email', 5],
  ['subscription_notify_webhook', 5],
  ['subscription_notify_buyer', 5],
]);

function numbered(name: string, longest: number): [string, number][] {
  return [1, 2, 3, 4, 5].map((number) => [`${name}${number}`, longest]);
}

/** Also those that the provider can do without: nobody has an account here that would name them. */
export const requiredFields = [
  'merchant_id',
  'merchant_key',
  'return_url',
  'cancel_url',
  'notify_url',
  'amount',
  'item_name',
  'signature',
];

/** What a notification tells, in the order in which the provider tells it. */
export const notificationFields = [
  'm_payment_id',
  'pf_payment_id',
  'payment_status',
  'item_name',
  'item_description',
  'amount_gross',
  'amount_fee',
  'amount_net',
  ...numbered('custom_str', 0).map(([name]) => name),
  ...numbered('custom_int', 0).map(([name]) => name),
  'name_first',
  'name_last',
  'email_address',
  'merchant_id',
];
