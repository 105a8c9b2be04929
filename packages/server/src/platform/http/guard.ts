import { lookup } from 'node:dns'
import { BlockList, type LookupFunction, isIP, isIPv6 } from 'node:net'

/** Where no message of a user may go: this machine, inner networks, and what only looks like an address. */
const inner = listOf([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/128', '::1/128', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32'],
  ...['2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
])

/** A list of `10.1.0.0/16`, `fd00::/8`, or single addresses. */
export function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return list
}

/** Which of `10.1.0.0/16,fd00::/8` are no ranges of addresses. */
export function wrongRanges(ranges: readonly string[]): string[] {
  return ranges.filter((range) => {
    try {
      listOf([range])
      return isIP(range.split('/')[0] ?? '') === 0
    } catch {
      return true
    }
  })
}

/** Whether messages may go to a network address. */
export function isAllowed(address: string, allowed: BlockList): boolean {
  // an IPv4 address in IPv6 clothes is judged by what it is
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  if (isIP(plain) === 0) return false
  const family = isIPv6(plain) ? 'ipv6' : 'ipv4'
  if (allowed.check(plain, family)) return true
  return !inner.check(plain, family) && !/^::ffff:/i.test(plain)
}

export class InnerAddress extends Error {}

/** Looks a name up and refuses inner addresses at the moment of connecting, so that no later answer leads elsewhere. */
export function guardedLookup(allowed: BlockList): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '')
      const good = found.filter(({ address }) => isAllowed(address, allowed))
      const [first] = good
      if (!first) return callback(new InnerAddress(hostname), '')
      if (options.all === true) callback(null, good)
      else callback(null, first.address, first.family)
    })
  }
}
