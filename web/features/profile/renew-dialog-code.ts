import { codeLater } from '#web/app/router/code-later.ts';

export const renewDialog = codeLater(async () => (await import('./renew-dialog.tsx')).RenewDialog);
