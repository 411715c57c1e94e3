import * as monthEnd from '#contract/month-end/endpoints.ts';
import { seededDay } from '#test/support/seed-large.ts';
import { addMonths, monthOf } from '#contract/month-end/periods.ts';
import type { GrowthCalls, GrowthFixture } from './measured-app.ts';

/** The month before the day of the seed. Later months have few bookings. */
export function monthEndGrowthCalls({ direct }: GrowthFixture): GrowthCalls {
  const params = { period: addMonths(monthOf(seededDay), -1) };
  return {
    getMonthEnd: direct(monthEnd.getMonthEnd, {}),
    getFigures: direct(monthEnd.getFigures, { params }),
    getFiguresPdf: direct(monthEnd.getFiguresPdf, { params }),
    getFiguresSpreadsheet: direct(monthEnd.getFiguresSpreadsheet, { params }),
    getJournal: direct(monthEnd.getJournal, { params: { ...params, program: 'xero' } }),
  };
}
