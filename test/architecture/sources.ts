import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

export interface Source {
  /** From the root of the repository, with forward slashes. */
  path: string;
  text: string;
}

export interface Import {
  from: string;
  specifier: string;
  /** The imported file's path when it is one of ours, else null. */
  file: string | null;
}

const root = new URL('../..', import.meta.url);

const codeFiles = '{contract,server,web,test,bench,scripts}/**/*.{ts,tsx,mjs}';

/** Every code file of ours, or other files. The shape tests judge such lists, real or made up. */
export function readSources(pattern = codeFiles): Source[] {
  return listFiles(pattern).map((path) => ({
    path,
    text: readFileSync(new URL(path, root), 'utf8'),
  }));
}

export function listFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
}

// oxfmt puts each statement on a line of its own, so that line starts are enough to find them.
const importForms = [
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s+'([^'\n]+)'/gm,
  /^\s*@?import\s+'([^'\n]+)'/gm,
  /\bimport\(\s*'([^'\n]+)'/g,
];

export function importsOf(source: Source): Import[] {
  const code = withoutComments(source.text);
  return importForms
    .flatMap((form) => [...code.matchAll(form)])
    .map((match) => match[1] ?? '')
    .map((specifier) => ({
      from: source.path,
      specifier,
      file: fileBehind(source.path, specifier),
    }));
}

function fileBehind(importer: string, specifier: string): string | null {
  const bare = specifier.split('?')[0] ?? '';
  if (bare.startsWith('.')) return posix.join(posix.dirname(importer), bare);
  return bare.startsWith('#') ? bare.slice(1) : null;
}

/** Good enough for looking things up: an address in a string keeps its slashes. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1');
}

export function isTest(path: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(path);
}

export function lineCount(source: Source): number {
  return source.text.trimEnd().split('\n').length;
}

/** A made-up file for proving that a rule can fail. */
export function sourceOf(path: string, ...lines: string[]): Source {
  return { path, text: `${lines.join('\n')}\n` };
}

/** An import as it stands in a file; put together here so that nobody takes it for ours. */
export function importing(specifier: string): string {
  return ['import { it } from', `'${specifier}';`].join(' ');
}
