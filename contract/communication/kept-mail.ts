/** What happened to one or several emails, when no mail server is set. */
export const keptHere = 'kept here, because there is no mail server yet.';

/** After an invitation was queued. */
export function invitationNotice(email: string, isMailKept: boolean): string {
  return isMailKept
    ? `The invitation to ${email} is ${keptHere}`
    : `An invitation was sent to ${email}.`;
}
