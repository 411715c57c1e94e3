import { isIP, isIPv6 } from 'node:net';

/** The request's origin; `ip` is the address from a trusted proxy. */
interface Sender {
  ip: string;
  socket: { remoteAddress?: string | undefined };
}

/**
 * The client key for rate limits. A household has a whole /64 of IPv6 addresses, so those count as
 * one client. A forwarding header without an address is ignored.
 */
export function clientOf({ ip, socket }: Sender): string {
  const address = plainAddress(isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip);
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

/** An IPv4 address that arrives on an IPv6 socket is written as what it is. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
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
