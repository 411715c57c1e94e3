/** Says which version this is: membership --version */
import { versionText } from '#server/version.ts';

process.stdout.write(`Membership ${versionText()}\n`);
