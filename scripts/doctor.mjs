// `npm run doctor`. Plain JavaScript, because it may run on a Node that is too old for the application.
const oldest = 24;

const options = process.argv.slice(2);
const name = process.env['MEMBERSHIP_SETTINGS'] ? 'membership doctor' : 'npm run doctor --';

if (options.length > 1 || (options[0] ?? '--json') !== '--json') {
  console.error(`Usage: ${name} [--json]`);
  process.exitCode = 2;
} else if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.log(
    `failed   Node: Node ${process.versions.node}. Install Node ${oldest} or newer, or run npm start once, which brings it.`,
  );
  process.exitCode = 1;
} else {
  const { doctor } = await import('../server/doctor.ts');
  // Not only the code: a connection that does not answer would keep the process.
  const json = options.includes('--json');
  process.exit(await doctor((line) => console.log(line), { json }));
}
