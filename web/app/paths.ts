export type PaymentKind = 'subscription' | 'donation';

/** In the address of a member, an invoice or a donation: opens the dialog that records its payment. */
export const recordingPayment = 'record-payment';

/** In the address of a new bulk email: the saved search that it is for. */
export const sendingTo = 'sendTo';

/** In the address of My Profile: opens the renewal of the member whose id is its value. */
export const renewing = 'renew';

/** The address of every page. No other file builds addresses. */
export const paths = {
  home: () => '/',
  login: (userId?: string) => (userId === undefined ? '/login' : `/login/${part(userId)}`),
  register: () => '/register',
  donate: () => '/donate',
  forgotPassword: () => '/forgot-password',
  resetPassword: (link?: { token: string; email: string }) =>
    link === undefined ? '/reset-password' : `/reset-password?${new URLSearchParams({ ...link })}`,
  consent: () => '/consent',
  unsubscribe: () => '/unsubscribe',
  proofOfPayment: (invoiceId?: string) =>
    invoiceId === undefined ? '/proof-of-payment' : `/proof-of-payment?invoice=${part(invoiceId)}`,
  privacy: () => '/privacy',
  paymentReturn: (kind: PaymentKind, id: string) => `/payment/${kind}/return/${part(id)}`,
  paymentCancelled: (kind: PaymentKind, id: string) => `/payment/${kind}/cancelled/${part(id)}`,
  paymentRedirect: (kind: PaymentKind, id: string) =>
    `/payment/payfast-redirect/${kind}/${part(id)}`,
  invoicePayment: (invoiceId: string) => `/payment/payfast-redirect/${part(invoiceId)}`,
  profile: () => '/member/profile',
  dashboard: () => '/admin/dashboard',
  getStarted: () => '/admin/getstarted',
  donations: () => '/admin/donations',
  pendingDonations: () => '/admin/donations?isReceived=pending',
  newDonation: () => '/admin/donations/new',
  donation: (id: string) => `/admin/donations/${part(id)}`,
  processDonation: (id: string) => `/admin/donations/${part(id)}?${recordingPayment}`,
  invoices: () => '/admin/invoice',
  unpaidInvoices: () => '/admin/invoice?isPaid=unpaid',
  newInvoice: (memberId?: string | null) =>
    memberId ? `/admin/invoice/new?memberId=${part(memberId)}` : '/admin/invoice/new',
  invoice: (id: string) => `/admin/invoice/${part(id)}`,
  proofs: () => '/admin/proofs',
  cardNotifications: () => '/admin/cardnotifications',
  waitingNotifications: () => '/admin/cardnotifications?verdict=waiting',
  credits: () => '/admin/credits',
  creditsOf: (payer: string) => `/admin/credits?${new URLSearchParams({ text: payer })}`,
  monthEnd: () => '/admin/monthend',
  exceptions: () => '/admin/monthend/exceptions',
  owed: () => '/admin/monthend/owed',
  cashBook: (filters = '') => `/admin/monthend/cashbook${filters}`,
  bulkEmails: () => '/admin/bulkemails',
  newBulkEmail: (sendTo?: string) =>
    sendTo === undefined
      ? '/admin/bulkemails/new'
      : `/admin/bulkemails/new?${new URLSearchParams({ [sendingTo]: sendTo })}`,
  bulkEmail: (id: string) => `/admin/bulkemails/${part(id)}`,
  bulkRecipients: (id: string) => `/admin/bulkemails/${part(id)}/recipients`,
  mailLog: () => '/admin/maillog',
  failedMails: () => '/admin/maillog?outcome=failed',
  keptMails: () => '/admin/maillog?outcome=captured',
  heldMails: () => '/admin/maillog?outcome=held',
  unsubscribedEmails: () => '/admin/unsubscribed',
  members: () => '/admin/member',
  newMember: () => '/admin/member/new',
  member: (id: string) => `/admin/member/${part(id)}`,
  recordPayment: (memberId: string) => `/admin/member/${part(memberId)}?${recordingPayment}`,
  processPayment: (invoiceId: string) => `/admin/invoice/${part(invoiceId)}?${recordingPayment}`,
  bankStatements: () => '/admin/bankstatements',
  newBankStatement: () => '/admin/bankstatements/new',
  bankStatement: (id: string) => `/admin/bankstatements/${part(id)}`,
  bankMatching: (search: Readonly<Record<string, string>> = {}) =>
    `/admin/bankmatching${Object.keys(search).length === 0 ? '' : `?${new URLSearchParams(search)}`}`,
  bankLine: (id: string) => `/admin/bankmatching/${part(id)}`,
  imports: () => '/admin/imports',
  newImport: () => '/admin/imports/new',
  import: (id: string) => `/admin/imports/${part(id)}`,
  duplicates: () => '/admin/duplicates',
  mergeMembers: (id: string, otherId: string) => `/admin/duplicates/${part(id)}/${part(otherId)}`,
  memberStatuses: () => '/admin/memberstatus',
  newMemberStatus: () => '/admin/memberstatus/new',
  memberStatus: (id: string) => `/admin/memberstatus/${part(id)}`,
  memberTypes: () => '/admin/membertype',
  newMemberType: () => '/admin/membertype/new',
  memberType: (id: string) => `/admin/membertype/${part(id)}`,
  companyInfo: (part?: string) => `/admin/companyinfo${part === undefined ? '' : `#${part}`}`,
  mailSettings: () => '/admin/companyinfo/mail',
  cardSettings: () => '/admin/companyinfo/cards',
  signInSettings: () => '/admin/companyinfo/signin',
  privacySettings: () => '/admin/companyinfo/privacy',
  retention: () => '/admin/retention',
  restored: () => '/admin/restored',
  twoStep: () => '/admin/twostep',
  users: () => '/admin/users',
  newUser: () => '/admin/users/new',
  user: (id: string) => `/admin/users/${part(id)}`,
  auditLog: () => '/admin/audit',
  securityRecord: () => '/admin/security',
  systemCheck: () => '/admin/systemcheck',
  backups: () => '/admin/backups',
  help: (topic?: string) => (topic === undefined ? '/help' : `/help/${part(topic)}`),
};

function part(value: string): string {
  return encodeURIComponent(value);
}
