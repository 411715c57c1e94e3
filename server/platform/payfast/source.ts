import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** Published by the provider as the addresses that notifications come from. */
const published = [
  '197.97.145.144/28',
  '41.74.179.192/27',
  '102.216.36.0/28',
  '102.216.36.128/28',
  '144.126.193.139',
];

/** Confirmed by it in 2026, after shops had refused paid orders: 3.163.232.237 to 3.163.252.237. */
const confirmed = [
  '13.245.74.88',
  ...Array.from({ length: 21 }, (_, step) => `3.163.${232 + step}.237`),
];

export const providerSources = [...published, ...confirmed];
export const loopbackSources = ['127.0.0.0/8', '::1'];

/** An address, or a range such as `197.97.145.144/28`. */
export function isSource(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return false;
  const bits = isIPv4(address) ? 32 : 128;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

/** Whether the address is one of the sources. No names are resolved: an answer holds only a part. */
export function isFrom(sources: string[], address: string): boolean {
  const [plain = ''] = address.split('%');
  return listOf(sources).check(plain, familyOf(plain));
}

function listOf(sources: string[]): BlockList {
  const list = new BlockList();
  for (const source of sources) {
    const [address = '', prefix] = source.split('/');
    const bits = isIPv4(address) ? 32 : 128;
    list.addSubnet(address, Number(prefix ?? bits), familyOf(address));
  }
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
