const units = [
  { minutes: 24 * 60, one: 'day' },
  { minutes: 60, one: 'hour' },
  { minutes: 1, one: 'minute' },
] as const;

/** `3 hours`, `2 days`: rounded up, in the largest unit of which there are two or more. */
export function formatDuration(minutes: number): string {
  const unit = units.find((each) => minutes >= 2 * each.minutes) ?? units[2];
  const count = Math.ceil(minutes / unit.minutes);
  return `${count} ${unit.one}${count === 1 ? '' : 's'}`;
}
