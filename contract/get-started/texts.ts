import type { SetupStep } from './endpoints.ts';

interface StepTexts {
  title: string;
  hint: string;
}

export const getStartedTexts = {
  heading: 'Get Started',
  failed: 'Failed to fetch what is done',
  progress: (done: number, of: number) => `${done} of ${of} done.`,
  opening: {
    ready: '',
    closed: 'Visitors can register and donate when the first three are done.',
    local:
      'Registering and donating work already, because only this computer reaches the address. Under a public address they work when the first three are done.',
    used: 'Visitors can register and donate already. Complete the first three soon.',
  },
  complete: 'All steps are done.',
  stepDone: (done: number, of: number, next: string) =>
    `Get started: ${done} of ${of} done. Next: ${next}.`,
  nextStep: 'Next step',
  done: 'Done',
  open: 'To do',
  noMailServer:
    'There is no mail server yet. Enter your mail server, then send yourself a test mail.',
  startEmpty: 'We start empty',
  first: 'Your first member can register at',
  next: 'New members can register at',
  registerUrl: 'the address',
  onlyHere: 'On this computer only, until a public address is set.',
} as const;

export const stepTexts: Readonly<Record<SetupStep, StepTexts>> = {
  organisation: {
    title: 'Name and contact',
    hint: 'The organisation’s name, and an email address or a phone number.',
  },
  money: {
    title: 'Bank account or live card payments',
    hint: 'Where members pay: bank, account number, branch code and account type.',
  },
  fees: {
    title: 'Fees',
    hint: 'The fees are suggestions. Confirm the fee of each member type, or change it.',
  },
  mail: {
    title: 'Mail',
    hint: 'Send yourself a test mail. Then you know that invoices and invitations arrive.',
  },
  backup: {
    title: 'First backup',
    hint: 'A copy of all records. Press Back up now. One is also made every night.',
  },
  twoStep: {
    title: 'Two-step sign-in',
    hint: 'A code from your phone protects the records if somebody learns your password.',
  },
  members: {
    title: 'Import members',
    hint: 'Bring them in from a spreadsheet. If you have no list, press We start empty.',
  },
};
