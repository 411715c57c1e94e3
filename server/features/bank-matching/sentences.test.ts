import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays } from '#contract/calendar.ts';
import { dayOf } from '#contract/days.ts';
import { deriveStatuses } from '#server/features/members/periods/derive-statuses.ts';
import { openTestApp } from '#test/support/app.ts';
import { lineKinds } from '#test/support/histories/line-steps.ts';
import { mergeKinds, openHistory, randomHistory } from '#test/support/histories/random-history.ts';
import { untrueStatuses, untrueSuggestions } from '#test/support/histories/untrue-sentences.ts';
import { naledi, tokenOf } from '#test/support/people.ts';

const app = await openTestApp();
const admin = await naledi(app);
const steps = openHistory(app, { userId: admin.id, name: 'sentences' });

test('property: what is said of a status and of a likely payment is true of the records, after any history', async () => {
  const other = [...mergeKinds, ...lineKinds, ...lineKinds, 'importLines', 'importLines'] as const;
  await fc.assert(
    fc.asyncProperty(randomHistory(60, other), async (all) => {
      const past: string[] = [];
      for (const [index, one] of all.entries()) {
        await steps[one.kind](one);
        past.push(`${dayOf(app.clock.now())} ${JSON.stringify(one)}`);
        if (index % 10 !== 9) continue;
        // Over the year some become due, and expire.
        app.clock.set(`${addDays(dayOf(app.clock.now()), index % 20 === 9 ? 2 : 70)}T08:00:00Z`);
        await deriveStatuses(app.ctx());
        const token = await tokenOf(app, admin.id);
        const untrue = [
          ...(await untrueStatuses(app, token)),
          ...(await untrueSuggestions(app, token, 30)),
        ];
        assert.deepEqual(untrue, [], past.join('\n'));
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
});
