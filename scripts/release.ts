/**
 * Builds what is published from the commit of a clean checkout, into dist/release:
 *
 *   npm run release                  Debian packages for amd64 and arm64, SBOM, checksums, signature
 *   npm run release -- amd64         of this architecture only
 *
 * The same commit gives the same bytes. Decision 106.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildPackage } from './release/build-package.ts';
import { replaceFolder } from './release/replace-folder.ts';
import { output, run } from './release/run.ts';
import { writeSbom } from './release/sbom.ts';
import { architectures, type Release } from './release/release.ts';
import { stageApplication } from './release/stage-application.ts';

const named = process.argv.slice(2);
const unknown = named.filter((name) => !architectures.some(({ debian }) => debian === name));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: choose amd64 or arm64.`);

if ((await output('git', ['status', '--porcelain'])) !== '') {
  throw new Error(
    'Files are changed or not committed. A release is made from a commit: commit them first.',
  );
}

const into = resolve('dist/release');
const work = await mkdtemp(join(tmpdir(), 'membership-release-'));
try {
  await replaceFolder(into, async (draft) => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    const release: Release = {
      version,
      commit: await output('git', ['rev-parse', '--short=12', 'HEAD']),
      epoch: await output('git', ['log', '-1', '--format=%ct']),
      source: join(work, 'source'),
      work,
      into: draft,
    };
    await buildSource(release);
    await writeSbom(release);
    for (const architecture of architectures) {
      if (named.length > 0 && !named.includes(architecture.debian)) continue;
      const application = await stageApplication(release, architecture);
      await buildPackage(release, architecture, application);
    }
    await writeChecksums(release);
  });
  process.stdout.write(`${await readFile(join(into, 'SHA256SUMS'), 'utf8')}\nIn ${into}\n`);
} finally {
  await rm(work, { recursive: true, force: true });
}

/** The committed files with all packages, and the pages built from them. */
async function buildSource({ source, work: folder }: Release): Promise<void> {
  const archive = join(folder, 'source.tar');
  await mkdir(source);
  await run('git', ['archive', '--output', archive, 'HEAD']);
  await run('tar', ['-xf', archive, '-C', source]);
  await run('npm', ['ci', '--include=dev', '--include=optional', '--loglevel=error'], {
    cwd: source,
  });
  await run('node', ['scripts/setup.mjs'], { cwd: source });
}

/** `sha256sum --check SHA256SUMS`. Signed with the key of GnuPG that RELEASE_KEY names. */
async function writeChecksums({ version, commit, into: folder }: Release): Promise<void> {
  const key = process.env['RELEASE_KEY'];
  const files = (await readdir(folder)).toSorted();
  const sums = await Promise.all(
    files.map(async (name) => {
      const hash = createHash('sha256').update(await readFile(join(folder, name)));
      return `${hash.digest('hex')}  ${name}`;
    }),
  );
  const state = key ? `signed by ${key} in SHA256SUMS.asc` : 'unsigned';
  const list = join(folder, 'SHA256SUMS');
  await writeFile(list, `# Membership ${version} (${commit}), ${state}\n${sums.join('\n')}\n`);
  if (key) {
    await run('gpg', ['--batch', '--local-user', key, '--armor', '--detach-sign', list]);
  }
}
