/** The blocks of addresses that limits are counted by: what one household holds, and what one provider hands out. */
import { isIPv6 } from 'node:net'

/** One IPv4 address; of IPv6 the /64 that one household holds. */
export function addressOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv6(plain) ? groups(plain, 4) : plain
}

/** /24 of IPv4, /48 of IPv6. */
export function prefixOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv6(plain) ? groups(plain, 3) : plain.split('.').slice(0, 3).join('.')
}

function groups(ip: string, count: number): string {
  const [head = '', tail = ''] = ip.split('%')[0]!.split('::')
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
