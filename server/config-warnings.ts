import { settings, type Environment } from './config-schema.ts';
import { readAmbiguousLines } from './settings-file.ts';

const names = Object.keys(settings.shape);
/** A shorter name is too like those of other programs: HOST and HOME. */
const fewestLetters = 7;

/** Only settings of this application begin like this. */
const ownPrefixes = /^(ADMIN|BACKUP|MAIL|PAYFAST|SMTP)_/i;

/** Also of what differs from a setting by two letters, such as `SMTP_URI` or `PUBLIC_ULR`. */
export function warningsOf(environment: Environment): string[] {
  const others = Object.keys(environment).filter((name) => !names.includes(name));
  const long = names.filter((name) => name.length >= fewestLetters);
  const ignored = others.flatMap((variable) => {
    const setting = long.find((name) => lettersBetween(variable.toUpperCase(), name) <= 2);
    if (setting !== undefined) {
      return `${variable} is no setting and is ignored. Did you mean ${setting}?`;
    }
    return ownPrefixes.test(variable) ? `${variable} is no setting and is ignored.` : [];
  });
  return [...readAmbiguousLines(environment['MEMBERSHIP_SETTINGS']), ...ignored];
}

/** Levenshtein's distance. */
function lettersBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (const [n, letter] of Array.from(one).entries()) {
    const above = row;
    row = [n + 1];
    for (const [m, second] of Array.from(other).entries()) {
      const changed = (above[m] ?? 0) + (letter === second ? 0 : 1);
      row.push(Math.min(changed, (above[m + 1] ?? 0) + 1, (row[m] ?? 0) + 1));
    }
  }
  return row.at(-1) ?? 0;
}
