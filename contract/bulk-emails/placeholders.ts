/**
 * A placeholder, filled in for each recipient, such as `{{FirstName}}`. product-rules 9.3. Blanks around the name are not a part
 * of the pattern, which would take hours for many of them.
 */
const form = /\{\{([^{}]*)\}\}/g;

/** A text between its placeholders: plain, name, plain, name, …, plain. */
export function splitAtPlaceholders(text: string): string[] {
  return text.split(form).map((part, place) => (place % 2 === 0 ? part : part.trim()));
}

/** Such a text with a value in the place of each name. */
export function joinWithValues(
  parts: readonly string[],
  valueOf: (name: string) => string,
): string {
  return parts.map((part, place) => (place % 2 === 0 ? part : valueOf(part))).join('');
}

/** The distinct names in the texts, in order of appearance. */
export function placeholdersIn(...texts: string[]): string[] {
  const names = texts.flatMap((text) =>
    [...text.matchAll(form)].map(([, name = '']) => name.trim()),
  );
  return [...new Set(names)];
}

export function placeholder(name: string): string {
  return `{{${name}}}`;
}

/** The names that the list cannot fill, without markup inside the braces. */
export function unknownPlaceholders(available: readonly string[], ...texts: string[]): string[] {
  return placeholdersIn(...texts)
    .filter((name) => !available.includes(name))
    .map((name) => name.replaceAll(/<[^>]*>?/g, ''));
}
