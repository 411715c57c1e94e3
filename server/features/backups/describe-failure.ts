import { explainFailure } from '#server/platform/backup/explain-failure.ts';

/** `ProtectHome` of the unit hides these, whatever `ReadWritePaths` says. */
const isOfPerson = (folder: string) => /^\/(root|home|run\/user)(\/|$)/.test(folder);

/** What happened to a file in the folder, and what to do. */
export function describeFailure(error: unknown, folder: string): string {
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${folder} is full. Free some space, or keep fewer backups.`;
    case 'EACCES':
    case 'EPERM':
      return isOfPerson(folder)
        ? `The application cannot reach ${folder}. Its service on Debian reaches no folder in /root, /home and /run/user: choose another one, such as /mnt/backups.`
        : `The account of the application may not write to ${folder}. Give it the folder: sudo chown membership ${folder}`;
    case 'EROFS':
      return `${folder} is read-only for the application. On Debian, allow it to the service: sudo systemctl edit membership, with the lines [Service] and ReadWritePaths=-${folder}, then sudo systemctl restart membership. Elsewhere its disk is mounted read-only.`;
    case 'ENOENT':
      return `The folder ${folder} does not exist. Connect its drive, or create the folder.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${folder} is not a folder. Rename the file of this name.`;
    case 'EIO':
    case 'ENXIO':
    case 'ESTALE':
    case 'EHOSTDOWN':
      return `The disk of ${folder} reports an error (${code}). Check the disk and its connection.`;
    default:
      return explainFailure(error);
  }
}
