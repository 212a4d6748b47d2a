import { BlockList, isIP } from 'node:net'

/** IPv4 ranges that are not on the public internet (https://www.iana.org/assignments/iana-ipv4-special-registry). */
const NOT_PUBLIC = new BlockList()
for (const [net, bits] of [
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
  NOT_PUBLIC.addSubnet(net, bits, 'ipv4')

/** All public IPv6 addresses are in this range. `NOT_PUBLIC_6` are parts of it that are not public or map to IPv4. */
const PUBLIC_6 = new BlockList()
PUBLIC_6.addSubnet('2000::', 3, 'ipv6')
const NOT_PUBLIC_6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC_6.addSubnet(net, bits, 'ipv6')

/** Whether an IP address is on the public internet, so that it is neither this machine nor one in its network. */
export function isPublicAddress(ip: string): boolean {
  const version = isIP(ip)
  if (version === 4) return !NOT_PUBLIC.check(ip, 'ipv4')
  return version === 6 && PUBLIC_6.check(ip, 'ipv6') && !NOT_PUBLIC_6.check(ip, 'ipv6')
}
