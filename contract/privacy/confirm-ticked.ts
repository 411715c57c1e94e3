/** After a form with the boxes, also to those who ticked none: the page says nothing of the records. */
export const confirmTicked =
  'Did you tick that we may write to you? Then please confirm it with the link in our email. It counts only when it is confirmed.';
