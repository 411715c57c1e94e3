/** The next step that a notice offers. */
export interface NoticeLink {
  label: string;
  to: string;
  /** A newer notice with the same word takes the place of this one. */
  replaces?: string;
}

export interface Notice {
  id: number;
  kind: 'success' | 'failure';
  text: string;
  /**
   * Increases when the same notice is repeated, which announces it again and restarts its timer.
   */
  times: number;
  /** When it was last shown, by the browser's clock. */
  at: number;
  link?: NoticeLink | undefined;
}

/** A repeated notice is not added twice; a new one comes last. */
export function withNotice(
  notices: readonly Notice[],
  kind: Notice['kind'],
  text: string,
  { link, at = performance.now() }: { link?: NoticeLink | undefined; at?: number } = {},
): Notice[] {
  const same = notices.find(
    (notice) => notice.kind === kind && notice.text === text && notice.link?.to === link?.to,
  );
  if (same) {
    return notices.map((notice) =>
      notice === same ? { ...notice, times: notice.times + 1, at } : notice,
    );
  }
  const id = Math.max(0, ...notices.map((notice) => notice.id)) + 1;
  const others = notices.filter(
    (notice) => link?.replaces === undefined || notice.link?.replaces !== link.replaces,
  );
  return [...others, { id, kind, text, times: 1, at, link }];
}

export function withoutNotice(notices: readonly Notice[], id: number): Notice[] {
  return notices.filter((notice) => notice.id !== id);
}

/** Without those that were shown before that time. */
export function withoutOlder(notices: readonly Notice[], time: number): readonly Notice[] {
  const left = notices.filter(({ at }) => at > time);
  return left.length === notices.length ? notices : left;
}

/**
 * Without the notices from before the user's last action, which have been answered: by a success all, otherwise only
 * successes. Those with a link stay: they offer an undo or the next step.
 */
export function withoutAnswered(
  notices: readonly Notice[],
  lastAction: number,
  hasFailed: boolean,
): readonly Notice[] {
  const left = notices.filter(
    ({ kind, link, at }) => link || at > lastAction || (hasFailed && kind === 'failure'),
  );
  return left.length === notices.length ? notices : left;
}
