/** What is replaced for each recipient, written as `{{FirstName}}`. product-rules 9.3. */
const form = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** A text between its placeholders: plain, name, plain, name, …, plain. */
export function splitAtPlaceholders(text: string): string[] {
  return text.split(form);
}

/** The names in the texts, each once, in the order in which they come. */
export function placeholdersIn(...texts: string[]): string[] {
  const names = texts.flatMap((text) => [...text.matchAll(form)].map(([, name = '']) => name));
  return [...new Set(names)];
}

export function placeholder(name: string): string {
  return `{{${name}}}`;
}

/** Those that the list can't fill; markup that a name was torn by is left out of it. */
export function unknownPlaceholders(known: readonly string[], ...texts: string[]): string[] {
  return placeholdersIn(...texts)
    .filter((name) => !known.includes(name))
    .map((name) => name.replaceAll(/<[^>]*>?/g, ''));
}
