/** The application's clock. The domain gets the time from it and never from the system. */
export interface Clock {
  now(): Date;
}

/** Starts at `from` if it is set (the setting `NOW`), and runs at normal speed. */
export function startClock(from: Date | null): Clock {
  const ahead = from === null ? 0 : from.getTime() - Date.now();
  return { now: () => new Date(Date.now() + ahead) };
}
