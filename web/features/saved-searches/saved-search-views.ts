/** Loaded together, when a list needs one of them. */
export { EmailTheseDialog, findSharedSearch } from './email-these-dialog.tsx';
export { CurrentSearch, OpenedLink } from './opened-search.tsx';
export { SavedSearchesDialog } from './saved-searches-dialog.tsx';
