import dns, { type LookupAddress } from 'node:dns';
import { BlockList, type LookupFunction } from 'node:net';

/** Addresses that are not of the public internet (IANA special-purpose registries, RFC 6890). */
const special = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(network, prefix, 'ipv4');
/** All that is public in IPv6 is in 2000::/3, but for these parts; addresses of IPv4 within IPv6 may lead anywhere. */
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, prefix, 'ipv6');

/** Whether an address belongs to the public internet. */
export const isPublicAddress = (address: string, family: number): boolean =>
  family === 4
    ? !special.check(address, 'ipv4')
    : publicIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');

/** The client of the name servers; tests pass their own. */
type Resolver = Pick<dns.promises.Resolver, 'resolve4' | 'resolve6'>;

/**
 * Resolves names for connections, and fails where one of the addresses is not public: what is checked is what is connected
 * to, whatever the name resolves to a moment later (DNS rebinding).
 */
export const publicLookupBy =
  (resolver: Resolver): LookupFunction =>
  (hostname, options, callback) => {
    addressesOf(resolver, hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address, family }) => isPublicAddress(address, family))) {
          return callback(new Error('the name does not lead to the public internet'), []);
        }
        return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };

async function addressesOf(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.all([
    resolver.resolve4(hostname).catch(noneOrFail),
    resolver.resolve6(hostname).catch(noneOrFail),
  ]);
  return [
    ...four.map((address) => ({ address, family: 4 })),
    ...six.map((address) => ({ address, family: 6 })),
  ];
}

/** A name may have addresses of one family only. */
function noneOrFail(error: NodeJS.ErrnoException): string[] {
  if (error.code === dns.NODATA || error.code === dns.NOTFOUND) return [];
  throw error;
}

/**
 * Not by the system's resolver, whose few threads the lookups of the bank's own counterparts need: names of strangers may
 * have name servers that never answer.
 */
export const publicLookup = publicLookupBy(new dns.promises.Resolver({ timeout: 2_000, tries: 2 }));
