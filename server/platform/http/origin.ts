/** Where a request comes from, for the security record. */
export interface Origin {
  /** As limits count it: an address, or a /64 network. */
  client: string;
  /** Browser and system in words. */
  device: string;
}
