/** The last address of each list, for the life of the tab. */
const addresses = new Map<string, string>();
const opened = new Map<string, string>();

export function rememberAddress(path: string, search: string): void {
  addresses.set(path, search);
}

/** The list's last address: `navigate(backToList(paths.members()))`. */
export function backToList(path: string): string {
  return path + (addresses.get(path) ?? '');
}

/** The record that was opened from the list, whose row gets the focus on return. */
export function rememberOpened(path: string, id: string): void {
  opened.set(path, id);
}

export function takeOpened(path: string): string | undefined {
  const id = opened.get(path);
  opened.delete(path);
  return id;
}
