/** The address blocks by which limits are counted: one for a household and one for a provider. */
import { isIPv6 } from 'node:net'

/** An IPv4 address, or an IPv6 /64, which is what one household is assigned. */
export function addressOf(ip: string): string {
  return isIPv6(ip) ? groups(ip, 4) : ip
}

/** /24 for IPv4, /48 for IPv6. */
export function prefixOf(ip: string): string {
  return isIPv6(ip) ? groups(ip, 3) : ip.split('.').slice(0, 3).join('.')
}

function groups(ip: string, count: number): string {
  const [head = '', tail = ''] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const full = ip.includes('::')
    ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left
  return full
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
