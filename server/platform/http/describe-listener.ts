import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * The program that listens at a port of this machine, such as `nginx, process 812`, or the account that it has, as
 * far as Linux shows it to this account. `null` if it is not known.
 */
export function describeListener(port: number): string | null {
  try {
    const listener = ['/proc/net/tcp', '/proc/net/tcp6']
      .flatMap((table) => read(table).split('\n').slice(1))
      .map(readRow)
      .find((row) => row.isListening && row.port === port);
    if (listener === undefined) return null;
    return findProcess(listener.inode) ?? `a program of the account ${accountOf(listener.uid)}`;
  } catch {
    return null;
  }
}

const read = (path: string) => readFileSync(path, 'utf8');

/** `man 5 proc_net_tcp`: addresses and states are hexadecimal. */
function readRow(line: string) {
  const [, local = '', , state, , , , uid = '', , inode = ''] = line.trim().split(/\s+/);
  return {
    isListening: state === '0A',
    port: Number.parseInt(local.split(':')[1] ?? '', 16),
    uid,
    inode,
  };
}

/** Only root sees the sockets of other accounts. */
function findProcess(inode: string): string | null {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (socketsOf(id).includes(`socket:[${inode}]`)) {
      const [program = ''] = read(`/proc/${id}/cmdline`).split(/[\0 ]/);
      return `${basename(program)}, process ${id}`;
    }
  }
  return null;
}

/** None of a process that has ended or belongs to another account. */
function socketsOf(id: string): string[] {
  const folder = `/proc/${id}/fd`;
  try {
    return readdirSync(folder).map((name) => readlink(`${folder}/${name}`));
  } catch {
    return [];
  }
}

function readlink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function accountOf(uid: string): string {
  const entry = read('/etc/passwd')
    .split('\n')
    .find((line) => line.split(':')[2] === uid);
  return entry?.split(':')[0] ?? uid;
}
