/** Of the menu, which every page loads. */
export const getStartedEntry = (done: number, of: number) => `Get started (${done} of ${of})`;
