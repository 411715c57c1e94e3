/** What the check says about rows of an export. */
export const importExportTexts = {
  required: (label: string) => `${label} is missing.`,
  tooLong: (label: string, most: number) => `${label}: please use at most ${most} characters.`,
  wrong: (label: string, text: string) => `${label}: “${text}” cannot be read.`,
  notTheSum: (label: string) => `${label}: the payments do not match the amount and the state.`,
  noRecord: (label: string, text: string, fileName: string) =>
    `${label}: “${text}” is not here. Import ${fileName} first.`,
  taken: (label: string, text: string) => `${label}: another record here has “${text}”.`,
  changes: (labels: string[]) => `Takes from the file: ${labels.join(', ')}.`,
  fileOf: (name: string, zip: string) => `${name} of ${zip}`,
  notImported: () =>
    'Its invoice or donation is another one here, or has a problem. See the problems of its file.',
  changed: 'This record has been changed since.',
} as const;
