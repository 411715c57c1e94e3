import { readFileSync } from 'node:fs';

const assignment = /^\s*(?:export\s+)?(?<name>[\w.-]+)\s*=\s*(?<value>.*)$/;
const asMeant = 'Put the value in single quotes.';

/**
 * Lines of the settings file whose value Node reads in another way than it looks: cut off, or with a line break. A
 * passphrase that is noted as it looks would then open no backup.
 */
export function ambiguousLines(text: string): string[] {
  const mark = text.startsWith('\uFEFF')
    ? ['The settings file begins with a byte-order mark, so its first line is not read. Remove it.']
    : [];
  return [...mark, ...text.split(/\r?\n/).flatMap(problemOf)];
}

/** Of the file that the operator's command and the service read. Empty if there is none. */
export function readAmbiguousLines(path: string | undefined): string[] {
  if (path === undefined || path === '') return [];
  try {
    return ambiguousLines(readFileSync(path, 'utf8'));
  } catch {
    return [];
  }
}

function problemOf(line: string): string[] {
  const { name = '', value = '' } = assignment.exec(line)?.groups ?? {};
  const quote = /^["'`]/.exec(value)?.[0];
  if (quote === undefined) {
    return value.includes('#')
      ? [`${name} ends at its #, because it is not quoted. ${asMeant}`]
      : [];
  }
  const end = value.indexOf(quote, 1);
  // A value can go on in the next line.
  if (end === -1) return [];
  const after = value.slice(end + 1).trim();
  if (after !== '' && !after.startsWith('#')) {
    return [`${name} ends at the second ${quote}, and the rest of its line is ignored. ${asMeant}`];
  }
  return quote === '"' && value.slice(1, end).includes('\\n')
    ? [`${name} has a line break, because \\n in double quotes is one. ${asMeant}`]
    : [];
}
