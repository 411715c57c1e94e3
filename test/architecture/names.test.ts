import assert from 'node:assert/strict';
import test from 'node:test';
import { assertEmpty } from './assert-none.ts';
import { importing, importsOf, listFiles, sourceOf, readSources, type Source } from './sources.ts';

const sources = readSources();

/** Names that do not say what a file or folder contains. */
const vagueNames = /(^|-)(utils?|helpers?|common|misc|shared)$|^(lib|types)$/;

function vaguelyNamed(paths: string[]): string[] {
  return paths
    .filter((path) => path.split('/').some((part) => vagueNames.test(part.replace(/\..*$/, ''))))
    .map((path) => `${path}: choose a name that says what it contains`);
}

function barrelsIn(list: Source[]): string[] {
  return list
    .filter(({ path, text }) => /(^|\/)index\.\w+$/.test(path) || /^export \*/m.test(text))
    .map(({ path }) => `${path} is a barrel: import each thing from the file that defines it`);
}

function parentImports(list: Source[]): string[] {
  return list
    .flatMap(importsOf)
    .filter(({ specifier }) => specifier.startsWith('../../'))
    .map(({ from, specifier }) => `${from} imports ${specifier}: use #contract, #server or #web`);
}

function missingFiles(list: Source[], files: string[]): string[] {
  const existing = new Set(files);
  return list
    .flatMap(importsOf)
    .filter(({ file }) => file !== null && !existing.has(file))
    .map(({ from, specifier }) => `${from} imports ${specifier}, which does not exist`);
}

test('no file or folder has a vague name', () => {
  assertEmpty(vaguelyNamed(sources.map(({ path }) => path)));
});

test('a vague name is refused, but a feature such as member-types is allowed', () => {
  const paths = [
    'server/utils/a.ts',
    'web/members/helpers.ts',
    'web/date-utils.tsx',
    'contract/types.ts',
    'server/lib/b.ts',
    'server/member-types/list.ts',
  ];
  assert.equal(vaguelyNamed(paths).length, 5);
});

test('there are no barrel files', () => assertEmpty(barrelsIn(sources)));

test('a barrel file is refused', () => {
  const barrels = [
    sourceOf('web/ui/index.ts', 'export const a = 1;'),
    sourceOf('web/ui/all.ts', "export * from './button.tsx';"),
  ];
  assert.equal(barrelsIn(barrels).length, 2);
});

test('no import goes up more than one folder', () => assertEmpty(parentImports(sources)));

test('an import that goes up two folders is refused', () => {
  const upward = [sourceOf('web/ui/fields/a.tsx', importing('../../paths.ts'))];
  assert.equal(parentImports(upward).length, 1);
});

test('every imported file exists', () => {
  const everything = '{contract,server,web,test,bench,scripts}/**/*.*';
  assertEmpty(missingFiles(sources, listFiles(everything)));
});

test('an import of a missing file is refused', () => {
  const list = [sourceOf('web/a.tsx', importing('./b.module.css'), importing('#contract/days.ts'))];
  assert.equal(missingFiles(list, ['contract/days.ts']).length, 1);
});

function unusedSheets(list: Source[], sheets: Source[]): string[] {
  const imported = new Set([...list, ...sheets].flatMap(importsOf).map(({ file }) => file));
  return sheets
    .filter(({ path }) => !imported.has(path))
    .map(({ path }) => `${path}: no file imports it, delete it`);
}

test('every style sheet is imported', () => {
  assertEmpty(unusedSheets(sources, readSources('web/**/*.css')));
});

test('a style sheet that no file imports is refused', () => {
  const sheets = ['web/base.css', 'web/tokens.css', 'web/old.css'].map((path) => sourceOf(path));
  const base = sourceOf('web/base.css', "@import './tokens.css';");
  assert.equal(unusedSheets([sourceOf('web/main.tsx', "import './base.css';")], sheets).length, 2);
  assert.equal(
    unusedSheets([sourceOf('web/main.tsx', "import './base.css';")], [base, ...sheets.slice(1)])
      .length,
    1,
  );
});
