import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Architecture, Release } from './release.ts';
import { output, run } from './run.ts';

/** One Debian package: the application in /usr/lib/membership, its command, its unit, and the questions of its install. */
export async function buildPackage(
  { source, work, into, version, epoch }: Release,
  { debian }: Architecture,
  application: string,
): Promise<void> {
  const root = join(work, debian, 'package');
  const home = join(root, 'usr/lib/membership');
  await mkdir(join(root, 'DEBIAN'), { recursive: true });
  await mkdir(join(root, 'usr/lib/systemd/system'), { recursive: true });
  await mkdir(join(root, 'usr/bin'), { recursive: true });
  await mkdir(join(root, 'usr/share/doc/membership'), { recursive: true });
  await run('cp', ['-a', '--reflink=auto', application, home]);
  await symlink('../lib/membership/deploy/membership', join(root, 'usr/bin/membership'));
  await cp(
    join(source, 'deploy/membership.service'),
    join(root, 'usr/lib/systemd/system/membership.service'),
  );
  const documents = join(root, 'usr/share/doc/membership');
  await cp(join(source, 'LICENSE'), join(documents, 'copyright'));
  await cp(join(source, 'CHANGELOG.md'), join(documents, 'CHANGELOG.md'));
  for (const name of await readdir(join(source, 'docs'))) {
    if (name.endsWith('.md')) await cp(join(source, 'docs', name), join(documents, name));
  }
  for (const script of ['config', 'preinst', 'postinst', 'prerm', 'postrm']) {
    const file = join(root, 'DEBIAN', script);
    const text = await readFile(join(source, 'deploy/debian', script), 'utf8');
    await writeFile(file, text.replace('@VERSION@', version), { mode: 0o755 });
  }
  await cp(join(source, 'deploy/debian/templates'), join(root, 'DEBIAN/templates'));
  const control = await readFile(join(source, 'deploy/debian/control'), 'utf8');
  const [kilobytes = '0'] = (
    await output('du', ['--summarize', '--apparent-size', '-k', join(root, 'usr')])
  ).split('\t');
  await writeFile(
    join(root, 'DEBIAN/control'),
    control
      .replace('@VERSION@', version)
      .replace('@ARCHITECTURE@', debian)
      .replace('@KILOBYTES@', kilobytes),
  );
  // Whatever the umask and the file system of the machine that builds it.
  await run('chmod', ['-R', 'u=rwX,go=rX', root]);
  const file = join(into, `membership_${version}_${debian}.deb`);
  // The tests are content with less.
  const level = process.env['RELEASE_COMPRESSION'] ?? '19';
  // One thread: several divide the text by the number of cores.
  await run(
    'dpkg-deb',
    ['--root-owner-group', '-Zzstd', `-z${level}`, '--threads-max=1', '--build', root, file],
    { env: { SOURCE_DATE_EPOCH: epoch } },
  );
}
