/** Navigation state for invited users who choose their first password; survives a reload. */
export const forFirstPassword = { isFirstPassword: true } as const;

export function isFirstPassword(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isFirstPassword' in state;
}
