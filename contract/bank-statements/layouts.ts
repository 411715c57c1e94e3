/** The kind of file. */
export const sourceKinds = ['csv', 'ofx', 'mt940'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** Decision 67 says how certain each is. */
export const layoutNames = {
  'fnb-history': 'FNB, account history',
  'fnb-business': 'FNB, business history',
  'fnb-emailed': 'FNB, statement by email',
  absa: 'Absa',
  'standard-bank': 'Standard Bank',
  'standard-bank-business': 'Standard Bank, Business Online',
  'standard-bank-older': 'Standard Bank, older business',
  nedbank: 'Nedbank',
  capitec: 'Capitec',
  'capitec-older': 'Capitec, older',
  'capitec-business': 'Capitec Business',
  investec: 'Investec',
  'investec-sheet': 'Investec, two dates',
  discovery: 'Discovery Bank',
  'discovery-newer': 'Discovery Bank, newer',
  tymebank: 'TymeBank',
  'bank-zero': 'Bank Zero',
  'bank-zero-history': 'Bank Zero, history',
  plain: 'A bank statement (CSV)',
  ofx: 'OFX',
  mt940: 'MT940',
  columns: 'Chosen columns',
} as const;
export type LayoutKey = keyof typeof layoutNames;
export type CsvLayoutKey = Exclude<LayoutKey, 'ofx' | 'mt940' | 'columns'>;

/** Why a row is no movement. */
export const skipReasons = [
  'zero',
  'noAmount',
  'balance',
  'total',
  'heading',
  'above',
  'pending',
  'other',
] as const;
export type SkipReason = (typeof skipReasons)[number];
export type SkippedCounts = Partial<Record<SkipReason, number>>;

/** `sum`: the opening balance with all amounts is the closing one. */
export const balanceChecks = ['lines', 'sum', 'failed', 'none'] as const;
export type BalanceCheck = (typeof balanceChecks)[number];

export const statementStates = ['uploaded', 'importing', 'imported'] as const;
export type StatementState = (typeof statementStates)[number];

export const lineStates = ['open', 'matched', 'dismissed'] as const;
export type LineState = (typeof lineStates)[number];
export const lineStateNames: Readonly<Record<LineState, string>> = {
  open: 'Open',
  matched: 'Matched',
  dismissed: 'In other books',
};

export const meanings = [
  'day',
  'amount',
  'moneyIn',
  'moneyOut',
  'text',
  'reference',
  'balance',
] as const;
export type Meaning = (typeof meanings)[number];

export const dayOrders = ['dmy', 'ymd', 'mdy', 'dMy'] as const;
