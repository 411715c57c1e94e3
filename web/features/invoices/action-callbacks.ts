/** What everything that is done to an invoice tells, in a row of the list and on its own page. */
export interface Deed {
  /** Told why the server refused, and null before it is asked. */
  onRefused: (message: string | null) => void;
  /** Done, or refused because of what someone else did: in either case it is read again. */
  onDone: (id: string) => Promise<unknown>;
}
