const whole = /^(https?:\/\/|mailto:)[^\s]+$/i;
const email = /^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/;
const site = /^[^\s@:/?#]+\.[^\s@:/?#]{2,}([/?#:]\S*)?$/;

/**
 * The address that a link leads to, from what was typed; null when it is none. Only web and email
 * addresses, and none that a recipient's name would become a part of. Rules §9.
 */
export function linkAddress(typed: string): string | null {
  const text = typed.trim();
  if (/[{}]/.test(text)) return null;
  if (whole.test(text)) return text;
  if (email.test(text)) return `mailto:${text}`;
  return site.test(text) ? `https://${text}` : null;
}
