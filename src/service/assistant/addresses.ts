import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { ForbiddenError } from '../errors.ts';

/** Which language-model servers may be called. */
export interface AllowedHosts {
  /** `host` or `host:port`; they must be at public addresses. */
  readonly hosts: readonly string[];
  /** The same for hosts that may be on this machine or in a private network. */
  readonly privateHosts: readonly string[];
}

function listed(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix = ''] = range.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Link-local, metadata and multicast addresses, and those that name no single host. They can never be allowed. */
const never = listed([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  'fe80::/10',
  'ff00::/8',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
]);

/** Loopback and private networks, also embedded in another address. */
const inside = listed([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '::1/128',
  'fc00::/7',
  'fec0::/10',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  '2001::/32',
]);

/** The IPv4 address that an IPv6 one represents (mapped, or translated by NAT64), else the address. */
function plain(address: string): string {
  const mapped = /^(?:::(?:ffff:)?|64:ff9b::)(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [, high, low] = /^(?:::(?:ffff:)?|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  const number = Number.parseInt(high, 16) * 65536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
}

export type Reach = 'public' | 'private' | 'never';

/** The kind of network that an IP address belongs to. */
export function reachOf(address: string): Reach {
  const one = plain(address);
  const family = isIP(one) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(one) === 0 || never.check(one, family)) return 'never';
  return inside.check(one, family) ? 'private' : 'public';
}

const names = (url: URL, list: readonly string[]): boolean => {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list.includes(url.hostname) || list.includes(`${url.hostname}:${port}`);
};

/** A resolved address that may be called. */
export interface Pinned {
  readonly address: string;
  readonly family: 4 | 6;
}

/**
 * Resolves the host and checks each of its addresses, so that the address called is one that was checked.
 *
 * @param resolve all addresses of a name
 * @throws ForbiddenError naming the host and the variable that would allow it
 */
export async function pinHost(
  url: URL,
  { hosts, privateHosts }: AllowedHosts,
  resolve: (name: string) => Promise<readonly Pinned[]> = resolveAll,
): Promise<Pinned> {
  const mayBePrivate = names(url, privateHosts);
  if (!mayBePrivate && !names(url, hosts)) {
    throw new ForbiddenError(
      `the assistant may not call '${url.host}'; an administrator can add it to ASSISTANT_HOSTS, or to ASSISTANT_PRIVATE_HOSTS if it is on this machine or in a private network`,
    );
  }
  const bare = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(bare);
  const found = family === 0 ? await resolve(bare) : [{ address: bare, family: family as 4 | 6 }];
  for (const { address } of found) {
    const reach = reachOf(address);
    if (reach === 'public' || (reach === 'private' && mayBePrivate)) continue;
    const wayOut = reach === 'never' ? 'no setting allows that' : 'ASSISTANT_PRIVATE_HOSTS would allow it';
    throw new ForbiddenError(
      `'${url.host}' resolves to ${address}, which the assistant may not call; ${wayOut}`,
    );
  }
  const [first] = found;
  if (first === undefined) throw new ForbiddenError(`'${url.host}' has no address`);
  return first;
}

const resolveAll = async (name: string): Promise<readonly Pinned[]> =>
  (await lookup(name, { all: true })) as readonly Pinned[];
