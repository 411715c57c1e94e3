/** Longer than the pause between two thoughts, shorter than the server's interval of noting a use. */
const attendedMs = 2 * 60_000;

let lastInputAt = 0;

/** From now on notes when the user presses a key or moves the pointer. */
export function watchAttendance(): void {
  const note = () => {
    lastInputAt = Date.now();
  };
  note();
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel']) {
    addEventListener(type, note, { passive: true, capture: true });
  }
}

/** Nobody has done anything on this page for a while: what it asks for by itself is no use of the session. */
export function isUnattended(): boolean {
  return lastInputAt > 0 && Date.now() - lastInputAt > attendedMs;
}
