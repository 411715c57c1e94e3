/** What the sign-in page tells the next one of someone who has been invited; it survives a reload. */
export const forFirstPassword = { isFirstPassword: true } as const;

export function isFirstPassword(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isFirstPassword' in state;
}
