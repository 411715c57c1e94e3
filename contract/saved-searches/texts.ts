import { savedSearchesTitle } from './title.ts';

export const savedSearchTexts = {
  title: savedSearchesTitle,
  none: 'No searches have been saved for this list.',
  failed: 'Failed to fetch saved searches',
  error: 'Error fetching saved searches',
  save: 'Save this search…',
  saveTitle: 'Save this search',
  change: 'Change',
  changeTitle: 'Change saved search',
  name: 'Name',
  forEverybody: 'For everybody',
  forEverybodyHint: 'All administrators can use, change and delete it.',
  forBulkEmailsHint:
    'All administrators can use, change and delete it, and bulk emails can go to it.',
  shared: 'For everybody',
  own: 'Only for you',
  linkHint: 'The link always opens the search as it was last saved.',
  replace: 'Replace its filters, words and order with those of the list now',
  current: 'Saved search:',
  isChanged: 'changed',
  remove: 'Delete this search',
  savedBy: (name: string) => `Saved by ${name}`,
  nothing: 'Search, filter or sort the list first. Then you can save that search here.',
  noName: 'Please enter a name.',
  added: 'Search saved.',
  saved: 'Saved search changed.',
  deleted: 'Saved search deleted.',
  sharedNameTaken:
    'Another search for everybody has this name on this list. Please choose another name.',
  ownNameTaken:
    'You already have a search with this name on this list. Please choose another name.',
  notFound:
    'This saved search does not exist, or it is not for everybody. Choose another one, or show the whole list.',
  wholeList: 'Show the whole list',
  unknownFilter: 'This list does not have one of these filters. Reload the page and save again.',
  invalid:
    'This search is from another version of the application and cannot be used. Delete it, or replace its filters.',
  typeGone:
    'The member type of this search no longer exists. Choose another type and replace its filters, or delete the search.',
  statusGone:
    'The member status of this search no longer exists. Choose another status and replace its filters, or delete the search.',
  changedByOther:
    'This search was changed by someone else. Your changes are still here. Save again to replace the other ones.',
  ownersOnly: 'Only the administrator who saved this search can stop sharing it.',
  askNameForEmail:
    'The search is saved under this name, for everybody. The bulk email goes to those who match it when it is sent.',
  saveAndWrite: 'Save and write the email',
  tooMany: 'There are already 100 saved searches here. Delete one that is no longer needed.',
  usedBy: (subject: string) =>
    `The bulk email “${subject}” will be sent to this search. Choose another list in that bulk email first.`,
} as const;

/** The search as a list of recipients: "Members: New this year". */
export function recipientListName(list: string, name: string): string {
  return `${list === 'donations' ? 'Donors' : 'Members'}: ${name}`;
}
