import { createTransport } from 'nodemailer';

interface Given {
  recipients: number;
  connections: number;
  message: { subject: string; html: string; text: string };
}

/** Messages a second of a client that does nothing but send: no list, no marks, nothing to resume from. */
export async function bareRate(url: string, { recipients, connections, message }: Given) {
  const from = 'office@example.org';
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: Infinity,
  });
  let next = 0;
  const begun = performance.now();
  // Twice as many as there are connections are under way: one that queued all would need the memory.
  const work = async () => {
    while (next < recipients) {
      next += 1;
      await pool.sendMail({ from, to: `nr${next}@example.org`, ...message });
    }
  };
  await Promise.all(Array.from({ length: connections * 2 }, work));
  pool.close();
  return ratePerSecond(recipients, begun);
}

export function ratePerSecond(count: number, begun: number): number {
  return count / ((performance.now() - begun) / 1000);
}
