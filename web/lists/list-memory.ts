/** What each list last looked like, as long as the tab lives. */
const addresses = new Map<string, string>();
const opened = new Map<string, string>();

export function rememberAddress(path: string, search: string): void {
  addresses.set(path, search);
}

/** The way back to a list as it was left: `navigate(backToList(paths.members()))`. */
export function backToList(path: string): string {
  return path + (addresses.get(path) ?? '');
}

/** Which record was opened from the list, so that the focus comes back to its row. */
export function rememberOpened(path: string, id: string): void {
  opened.set(path, id);
}

export function takeOpened(path: string): string | undefined {
  const id = opened.get(path);
  opened.delete(path);
  return id;
}
