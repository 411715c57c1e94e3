// `npm run doctor`. Plain JavaScript, because it may run on a Node that is too old for the application.
const oldest = 24;

if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.log(
    `failed   Node: Node ${process.versions.node}. Install Node ${oldest} or newer, or run npm start once, which brings it.`,
  );
  process.exitCode = 1;
} else {
  const { doctor } = await import('../server/doctor.ts');
  // Not only the code: a connection that does not answer would keep the process.
  const json = process.argv.includes('--json');
  process.exit(await doctor((line) => console.log(line), { json }));
}
