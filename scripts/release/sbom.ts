import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Release } from './release.ts';
import { output } from './run.ts';

interface Sbom {
  serialNumber: string;
  metadata: { timestamp: string };
}

/** All packages that run, with versions and hashes, in CycloneDX. npm gives each list a random number and the time. */
export async function writeSbom({ source, into, version, commit, epoch }: Release): Promise<void> {
  const text = await output(
    'npm',
    ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx'],
    { cwd: source },
  );
  const sbom = JSON.parse(text) as Sbom;
  const digits = createHash('sha256').update(commit).digest('hex');
  sbom.serialNumber = `urn:uuid:${uuidOf(digits)}`;
  sbom.metadata.timestamp = new Date(Number(epoch) * 1000).toISOString();
  await writeFile(
    join(into, `membership_${version}.cdx.json`),
    `${JSON.stringify(sbom, null, 2)}\n`,
  );
}

/** Version 8 of RFC 9562: digits of one's own. */
function uuidOf(hex: string): string {
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
}
