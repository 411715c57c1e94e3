// `npm run doctor`. Plain JavaScript, because it may run on a Node that is too old for the application.
import { readFileSync } from 'node:fs';

const oldest = 24;

const options = process.argv.slice(2);
const settingsFile = process.env['MEMBERSHIP_SETTINGS'];
const name = settingsFile ? 'membership doctor' : 'npm run doctor --';
const isJson = options.includes('--json');
// What `membership` found before it could start this command.
const problem = process.env['MEMBERSHIP_PROBLEM'];

function read(path) {
  try {
    return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  } catch {
    return null;
  }
}

/** A failure that leaves nothing else to check. */
function end(check, finding, advice) {
  process.exitCode = 1;
  if (!isJson) {
    console.log(`failed   ${check}: ${finding} ${advice}`);
    return;
  }
  const { version } = read('../package.json') ?? {};
  const commit = read('../release.json')?.commit ?? 'unknown';
  const results = [{ name: check, state: 'failed', finding, advice }];
  const checkedUtc = new Date().toISOString();
  console.log(JSON.stringify({ version, commit, checkedUtc, results }));
}

if (options.length > 1 || (options[0] ?? '--json') !== '--json') {
  console.error(`Usage: ${name} [--json]`);
  process.exitCode = 2;
} else if (problem) {
  end('Settings', problem, 'Correct them.');
} else if (Number(process.versions.node.split('.')[0]) < oldest) {
  end(
    'Node',
    `Node ${process.versions.node}.`,
    `Install Node ${oldest} or newer, or run npm start once, which brings it.`,
  );
} else {
  const { doctor } = await import('../server/doctor.ts');
  // Not only the code: a connection that does not answer would keep the process.
  process.exit(await doctor((line) => console.log(line), { json: isJson, settingsFile }));
}
