const whole = /^(https?:\/\/|mailto:)[^\s]+$/i;
const email = /^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/;
const site = /^[^\s@:/?#]+\.[^\s@:/?#]{2,}([/?#:]\S*)?$/;

/**
 * The address of a link from what was typed; null if invalid. Only web and email addresses without
 * placeholders. product-rules 9.13.
 */
export function linkAddress(typed: string): string | null {
  const text = typed.trim();
  if (/[{}]/.test(text)) return null;
  if (whole.test(text)) return text;
  if (email.test(text)) return `mailto:${text}`;
  return site.test(text) ? `https://${text}` : null;
}
