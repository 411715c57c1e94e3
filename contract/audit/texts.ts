/** Apart, because every record shows its history without the calls. */
export const auditTexts = {
  heading: 'Audit Log',
  failed: 'Failed to fetch the audit log',
  error: 'Error fetching the audit log',
  history: 'History',
  nothingYet: 'No administrator has changed this yet.',
} as const;
