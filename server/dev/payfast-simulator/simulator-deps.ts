import type { Logger } from 'pino';
import type { PayfastSettings } from '#server/platform/payfast/settings.ts';

/** What the simulator needs of the application. */
export interface SimulatorDeps {
  settings: PayfastSettings;
  /** The only place that it notifies and sends people back to. */
  publicUrl: string;
  /** Proves which payments it made itself. */
  secret: Uint8Array;
  log: Pick<Logger, 'info' | 'warn'>;
  /** How long a late notification takes. */
  lateMs?: number;
}
