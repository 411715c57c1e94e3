import { explainFailure } from '#server/platform/backup/explain-failure.ts';

/** What happened to a file in the folder, and what to do. */
export function describeFailure(error: unknown, folder: string): string {
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${folder} is full. Free some space, or keep fewer backups.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The application may not write to ${folder}. Allow its account, and on Debian its service, to write there.`;
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
