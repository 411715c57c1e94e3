/** `t***@example.org`: its owner recognises it, and a stranger learns no name. */
export function maskEmail(email: string): string {
  return `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`;
}
