import { isIP, isIPv6 } from 'node:net';

/** The request's origin; `ip` is the address from a trusted proxy. */
interface Sender {
  ip: string | undefined;
  socket: { remoteAddress?: string | undefined };
}

/**
 * The client key for rate limits. A household has a whole /64 of IPv6 addresses, so those count as
 * one client. A forwarding header without an address is ignored.
 */
export function clientOf({ ip, socket }: Sender): string {
  const address = plainAddress(isIP(ip ?? '') === 0 ? socket.remoteAddress : ip);
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

export interface Net {
  net: string;
  /** How many times the limit of a client is that of the net. */
  times: number;
}

/**
 * The client, and the wider networks that a provider gives to one line (/56) or to one site (/48): otherwise
 * one line would have the limits of 256 clients.
 */
export function netsOf(client: string): Net[] {
  const [first, second, third, fourth] = client.split('/')[0]?.split(':') ?? [];
  const narrow = { net: client, times: 1 };
  if (!client.endsWith('/64') || fourth === undefined) return [narrow];
  const site = `${first}:${second}:${third}`;
  const line = (Number.parseInt(fourth, 16) >> 8).toString(16);
  return [narrow, { net: `${site}:${line}::/56`, times: 4 }, { net: `${site}::/48`, times: 16 }];
}

/** An IPv4 address that arrives on an IPv6 socket is written as what it is. A client that has left has none. */
export function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
}

function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address
    .toLowerCase()
    .replace(/\d+\.[\d.]+$/, '0:0')
    .split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const zeros = Math.max(0, 8 - groups(head).length - groups(tail).length);
  return [...groups(head), ...Array<string>(zeros).fill('0'), ...groups(tail)];
}
