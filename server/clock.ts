/** The application's clock. The domain is handed its moments and never asks the system. */
export interface Clock {
  now(): Date;
}

/** Starts at `from` when given (the setting `NOW`), and runs at the speed of time. */
export function startClock(from: Date | null): Clock {
  const ahead = from === null ? 0 : from.getTime() - Date.now();
  return { now: () => new Date(Date.now() + ahead) };
}
