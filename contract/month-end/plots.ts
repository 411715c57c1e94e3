import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { month, periodParams } from './endpoints.ts';

const plotted = z.object({ label: z.string(), amounts: z.array(z.number()) });
export type Plotted = z.output<typeof plotted>;

const plots = z.object({
  /** Twelve, the earliest first: the financial year, or up to the month of the period. */
  months: z.array(month),
  /** Rand of each month, and of the same months a year before. */
  income: z.array(plotted),
  /** Rand received in each month less what was paid back, by where the money is. */
  moneyIn: z.array(plotted),
});
export type Plots = z.output<typeof plots>;

export const getPlots = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/month-end/:period/plots',
  permission: 'money.read',
  summary: 'Income of twelve months beside the year before, and the money received by where it is',
  params: periodParams,
  reply: plots,
});
