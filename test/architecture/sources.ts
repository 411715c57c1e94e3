import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

export interface Source {
  /** Relative to the root of the repository, with forward slashes. */
  path: string;
  text: string;
}

export interface Import {
  from: string;
  specifier: string;
  /** The path of the imported file, or null for a package. */
  file: string | null;
  /** By `import()`. */
  isLater: boolean;
}

const root = new URL('../..', import.meta.url);

const codeFiles = '{contract,server,web,test,bench,scripts}/**/*.{ts,tsx,mjs}';

/** Reads all code files of the repository, or those that match the pattern. */
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

// oxfmt puts each statement on its own line, so matching at line starts is enough.
const importForms = [
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s+'([^'\n]+)'/gm,
  /^\s*@?import\s+'([^'\n]+)'/gm,
  /\bimport\(\s*'([^'\n]+)'/g,
];

export function importsOf(source: Source): Import[] {
  const code = withoutComments(source.text);
  return importForms
    .flatMap((form) => [...code.matchAll(form)])
    .map(([text, specifier = '']) => ({
      from: source.path,
      specifier,
      file: fileBehind(source.path, specifier),
      isLater: text.startsWith('import('),
    }));
}

function fileBehind(importer: string, specifier: string): string | null {
  const bare = specifier.split('?')[0] ?? '';
  if (bare.startsWith('.')) return posix.join(posix.dirname(importer), bare);
  return bare.startsWith('#') ? bare.slice(1) : null;
}

/** An approximation that is good enough for searching. It keeps the `//` of a URL in a string. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1');
}

export function isTest(path: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(path);
}

export function lineCount(source: Source): number {
  return source.text.trimEnd().split('\n').length;
}

/** A made-up file, to prove that a rule can fail. */
export function sourceOf(path: string, ...lines: string[]): Source {
  return { path, text: `${lines.join('\n')}\n` };
}

/** The text of an import. It is assembled here so that no rule reads it as an import of this file. */
export function importing(specifier: string): string {
  return ['import { it } from', `'${specifier}';`].join(' ');
}
