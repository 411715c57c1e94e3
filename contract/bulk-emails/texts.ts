import { keptHere } from '#contract/communication/kept-mail.ts';

/** For each reason, the number of people who do not get the mail. */
export interface LeftOut {
  noConsent: number;
  unsubscribed: number;
  refused: number;
  deactivated: number;
}

/** Texts of the bulk email pages, in addition to the specified ones. */
export const bulkEmailWords = {
  newTitle: 'New Bulk Email',
  oneTitle: 'Bulk Email',
  notSentYet:
    'Nobody has received this email yet. Check the preview, then press “Process Bulk Send”. Before anything is sent, it shows how many people will receive it.',
  saveFirst: 'Save your changes first, then press “Process Bulk Send” again.',
  back: 'Back to bulk emails',
  appeal: 'Appeal',
  appealLabel: 'This email asks for money',
  appealHint: 'It is sent only to people who agreed to receive appeals.',
  sendTo: 'Send To',
  sendToHint:
    'Saved searches of members and donations that are for everybody are in this list, too. Mail to members needs no consent to news. To write only to those who agreed, search Members for News first.',
  /** Beside Send To. */
  audience: (count: number) => (count === 1 ? '1 recipient' : `${count} recipients`),
  /** The number and its reasons, which add up to it. */
  leftOutOf: ({ noConsent, unsubscribed, refused, deactivated }: LeftOut) => {
    const reasons = [
      noConsent > 0 && `${noConsent} have not agreed`,
      unsubscribed > 0 && `${unsubscribed} unsubscribed`,
      refused > 0 && `${refused} refused by their mail server`,
      deactivated > 0 && `${deactivated} deactivated`,
    ].filter(Boolean);
    const all = noConsent + unsubscribed + refused + deactivated;
    return reasons.length > 1 ? `${all} (${reasons.join(', ')})` : reasons.join('');
  },
  searchGone: 'The saved search was deleted. Choose who gets the email.',
  audienceFailed: 'The number of recipients could not be loaded.',
  counting: 'Counting recipients…',
  subject: 'Subject',
  subjectHint: 'Shown in the inbox before the email is opened.',
  title: 'Title',
  titleHint: 'The heading inside the email. If it is empty, the subject is used.',
  content: 'Content',
  replacements: 'Replacement values',
  replacementsHint: 'Press one to insert it at the cursor. Each recipient sees their own value.',
  insert: (name: string) => `Insert ${name}`,
  inserted: (name: string, field: string) => `${name} inserted into ${field}.`,
  attachment: 'Attachment',
  remove: 'Remove',
  uploading: 'Uploading…',
  attached: (name: string) => `${name} is attached.`,
  removed: 'The attachment was removed.',
  waitForUpload: 'Please wait until the attachment is uploaded.',
  draftKept: 'Draft saved on this device',
  draftBack: 'Your unsaved draft has been restored.',
  discardDraft: 'Discard draft',
  recipients: 'Recipients',
  recipientsFailed: 'Failed to fetch recipients',
  recipientsError: 'Error fetching recipients',
  showRecipients: 'Show recipients',
  backToOne: 'Back to the bulk email',
  willGet: 'Will receive it',
  leftOut: 'Left out',
  limits: 'Limits',
  lasts: 'Estimated duration',
  emptyValues: 'Empty values',
  emptyFor: (name: string, count: number) =>
    `${name}: ${count === 1 ? '1 person' : `${count} people`}`,
  noUndo: 'Emails that have been sent cannot be recalled.',
  started: 'The bulk email is being sent.',
  noServer: `Nobody receives them: the emails are ${keptHere}`,
  pause: 'Pause',
  paused: 'The bulk email is paused.',
  resume: 'Resume',
  resumed: 'Sending resumed.',
  stop: 'Stop',
  stopped: 'The bulk email was stopped.',
  retry: 'Retry',
  askRetry: (count: number) =>
    count === 1
      ? 'Send this email again to this address?'
      : `Send this email again to ${count} addresses?`,
  retryOnly: (count: number, selected: number) =>
    `${count} of the ${selected} selected recipients can be retried. The others were sent or are waiting.`,
  retryNone: 'None of these can be retried: they were sent or are waiting.',
  retryAll:
    'To retry all, choose Failed, Uncertain or Not sent under Outcome, without other words.',
  retryUncertain: 'Recipients marked “Uncertain” may already have received it.',
  nextAttempt: (moment: string) => `Next attempt ${moment}`,
  retried: 'Sending again.',
  processed: 'Sending',
  startedBy: 'Started',
  completed: 'Completed',
  notYet: 'Not yet',
  trouble: 'The mail server said',
  none: 'None',
  progress: (done: number, total: number) => `${done} of ${total}`,
  sentOf: (sent: number, total: number) => `${sent} of ${total} sent`,
  keptOf: (count: number, total: number) => `${count} of ${total} kept here`,
  lastSent: (moment: string) => `Last sent ${moment}`,
  announced: (name: string, percent: number) => `${name}: ${percent} % processed.`,
} as const;
