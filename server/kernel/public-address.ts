/** Prevents requests to addresses that others chose from reaching this network, by checking the connection itself. */
import { lookup as resolve, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Resolves a name to all its addresses. */
export type Lookup = (host: string) => Promise<LookupAddress[]>

/**
 * The `lookup` option of a request, so that the connection uses exactly the address that was checked. If a URL contains
 * an IP address, no name is resolved, and the caller must check the address.
 */
export function publicLookup({
  lookup = lookupAll,
  allowed = [],
}: {
  lookup?: Lookup | undefined
  /** Hosts that may have a private address. */
  allowed?: readonly string[]
} = {}): LookupFunction {
  return (host, { all }, answered) => {
    lookup(host).then(
      (found) => {
        const refused = !allowed.includes(host) && found.find(({ address }) => isPrivate(address))
        if (refused || found.length === 0)
          return answered(new Error(`${host} does not resolve to a public address`), '', 4)
        if (all) answered(null, found)
        else answered(null, found[0]!.address, found[0]!.family)
      },
      (error: NodeJS.ErrnoException) => answered(error, '', 4),
    )
  }
}

function lookupAll(host: string): Promise<LookupAddress[]> {
  return new Promise((found, failed) =>
    resolve(host, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses))),
  )
}

const privateAddresses = new BlockList()
const privateRanges =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 ' +
  '198.18.0.0/15 224.0.0.0/4 240.0.0.0/4 ::/127 64:ff9b::/96 fc00::/7 fe80::/10 ff00::/8'
for (const range of privateRanges.split(' ')) {
  const [net, prefix] = range.split('/') as [string, string]
  privateAddresses.addSubnet(net, Number(prefix), net.includes(':') ? 'ipv6' : 'ipv4')
}

/** Loopback, private, link-local and reserved ranges, also when mapped into IPv6. */
export function isPrivate(address: string): boolean {
  return privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
