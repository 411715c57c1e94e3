/**
 * Sixteen clients write at once: administrators enter members and issue invoices, visitors donate.
 * Then the numbers are checked in the database: node bench/writes.ts [members] [seconds]
 */
import { measureWrites } from './measure-writes.ts';
import { openOffice } from './office.ts';

const members = Number(process.argv[2] ?? 1000);
const seconds = Number(process.argv[3] ?? 5);

// A visitor may donate 120 times a minute, which is not the question here.
const office = await openOffice(members, { RATE_LIMITS: 'off' });
try {
  await measureWrites(office, { seeded: members, seconds });
} finally {
  await office.close();
}
