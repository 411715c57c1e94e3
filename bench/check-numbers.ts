import type { Office } from './office.ts';

const tables = ['members', 'donations', 'invoices'] as const;

/** The numbers assigned since the database was filled must be unique and without gaps. */
export async function checkNumbers(office: Office, seeded: number): Promise<void> {
  for (const table of tables) await check(office, table, seeded);
}

async function check({ db }: Office, table: (typeof tables)[number], seeded: number) {
  const rows = await db
    .selectFrom(table)
    .select('number')
    .where('number', '>', seeded)
    .orderBy('number')
    .execute();
  const numbers = rows.map(({ number }) => number ?? 0);
  const duplicates = numbers.length - new Set(numbers).size;
  const gaps = numbers.filter((number, place) => number !== seeded + 1 + place).length;
  console.log(`${table}: ${numbers.length} numbers, ${duplicates} twice, ${gaps} out of place`);
  if (duplicates + gaps > 0) process.exitCode = 1;
}
