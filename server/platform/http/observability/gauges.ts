import { Gauge, type Registry } from '@prometheus-io/client';

/** Adds a gauge for `/metrics` that is read at each request. `null`, or a read that fails, is no value (`NaN`). */
export type AddGauge = (name: string, help: string, read: () => Promise<number | null>) => void;

/** Without the database a gauge has no value, and the other metrics are still answered. */
export const gaugesIn =
  (registry: Registry): AddGauge =>
  (name, help, read) => {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          this.set((await read().catch(() => null)) ?? Number.NaN);
        },
      }),
    );
  };
