import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

/**
 * The key by which addresses are rate limited: an IPv4 address, also when mapped to IPv6, or the /64 network of an IPv6
 * address, since its owner has all addresses of the network.
 */
export function addressKey(ip: string): string {
  const address = canonicalAddress(ip);
  if (!isIPv6(address)) return address;
  return `${address.split(':').slice(0, 4).join(':')}::/64`;
}

/**
 * The one notation of an address: IPv4, also when mapped to IPv6, or the eight groups of IPv6; without a zone. What a trusted
 * proxy forwards may be no address and of any length: its digest stands for it.
 */
export function canonicalAddress(ip: string): string {
  const [address = ''] = ip.split('%');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return createHash('sha256').update(ip).digest('base64url');
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return groups.map((group) => group.toString(16)).join(':');
}

/** The eight groups of an IPv6 address in any notation. */
function groupsOf(address: string): number[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16))));
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
