export interface Notice {
  id: number;
  kind: 'success' | 'failure';
  text: string;
  /** Grows when the same is said again, so that it is announced and timed anew. */
  times: number;
}

/** The same words of the same kind stay one notice; a new one comes last. */
export function withNotice(
  notices: readonly Notice[],
  kind: Notice['kind'],
  text: string,
): Notice[] {
  const same = notices.find((notice) => notice.kind === kind && notice.text === text);
  if (same) {
    return notices.map((notice) =>
      notice === same ? { ...notice, times: notice.times + 1 } : notice,
    );
  }
  const id = Math.max(0, ...notices.map((notice) => notice.id)) + 1;
  return [...notices, { id, kind, text, times: 1 }];
}

export function withoutNotice(notices: readonly Notice[], id: number): Notice[] {
  return notices.filter((notice) => notice.id !== id);
}
