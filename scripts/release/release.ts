export interface Release {
  version: string;
  /** 12 digits. */
  commit: string;
  /** When the commit was made, in seconds since 1970: no file of a release is newer. */
  epoch: string;
  /** The committed files, with packages and built pages. */
  source: string;
  /** A folder for what is in the making. */
  work: string;
  into: string;
}

export interface Architecture {
  debian: 'amd64' | 'arm64';
  /** As npm and Node say it. */
  cpu: 'x64' | 'arm64';
}

export const architectures: readonly Architecture[] = [
  { debian: 'amd64', cpu: 'x64' },
  { debian: 'arm64', cpu: 'arm64' },
];
