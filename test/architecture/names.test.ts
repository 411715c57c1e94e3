import assert from 'node:assert/strict';
import test from 'node:test';
import { assertEmpty } from './assert-none.ts';
import { importing, importsOf, listFiles, sourceOf, readSources, type Source } from './sources.ts';

const sources = readSources();

/** Drawers that nobody can say the contents of. */
const drawers = /(^|-)(utils?|helpers?|common|misc|shared)$|^(lib|types)$/;

function drawersIn(paths: string[]): string[] {
  return paths
    .filter((path) => path.split('/').some((part) => drawers.test(part.replace(/\..*$/, ''))))
    .map((path) => `${path}: say in its name what it holds`);
}

function barrelsIn(list: Source[]): string[] {
  return list
    .filter(({ path, text }) => /(^|\/)index\.\w+$/.test(path) || /^export \*/m.test(text))
    .map(({ path }) => `${path} is a barrel: import each thing from the file that makes it`);
}

function longWaysUp(list: Source[]): string[] {
  return list
    .flatMap(importsOf)
    .filter(({ specifier }) => specifier.startsWith('../../'))
    .map(({ from, specifier }) => `${from} imports ${specifier}: use #contract, #server or #web`);
}

function missingFiles(list: Source[], files: string[]): string[] {
  const known = new Set(files);
  return list
    .flatMap(importsOf)
    .filter(({ file }) => file !== null && !known.has(file))
    .map(({ from, specifier }) => `${from} imports ${specifier}, which is not there`);
}

test('no file and no folder is a drawer', () => {
  assertEmpty(drawersIn(sources.map(({ path }) => path)));
});

test('a drawer is refused, a feature called types-of-something is not', () => {
  const paths = [
    'server/utils/a.ts',
    'web/members/helpers.ts',
    'web/date-utils.tsx',
    'contract/types.ts',
    'server/lib/b.ts',
    'server/member-types/list.ts',
  ];
  assert.equal(drawersIn(paths).length, 5);
});

test('there are no barrels', () => assertEmpty(barrelsIn(sources)));

test('a barrel is refused', () => {
  const barrels = [
    sourceOf('web/ui/index.ts', 'export const a = 1;'),
    sourceOf('web/ui/all.ts', "export * from './button.tsx';"),
  ];
  assert.equal(barrelsIn(barrels).length, 2);
});

test('no import climbs more than one folder', () => assertEmpty(longWaysUp(sources)));

test('an import that climbs two folders is refused', () => {
  const climbing = [sourceOf('web/ui/fields/a.tsx', importing('../../paths.ts'))];
  assert.equal(longWaysUp(climbing).length, 1);
});

test('every imported file is there', () => {
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
    .map(({ path }) => `${path}: nobody imports it, delete it`);
}

test('every style sheet is imported by someone', () => {
  assertEmpty(unusedSheets(sources, readSources('web/**/*.css')));
});

test('a style sheet that nobody imports is refused', () => {
  const sheets = ['web/base.css', 'web/tokens.css', 'web/old.css'].map((path) => sourceOf(path));
  const base = sourceOf('web/base.css', "@import './tokens.css';");
  assert.equal(unusedSheets([sourceOf('web/main.tsx', "import './base.css';")], sheets).length, 2);
  assert.equal(
    unusedSheets([sourceOf('web/main.tsx', "import './base.css';")], [base, ...sheets.slice(1)])
      .length,
    1,
  );
});
