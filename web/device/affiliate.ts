/** Stores the affiliate tag: the parameter `stag` of the first visit that has one. */
import { readCookie, writeCookie } from './cookies.ts'

const cookie = 'affiliateTag'
const daySeconds = 86_400

/** Stores the tag, unless there is one already, and returns the query without it. */
export function keepAffiliateTag(search: string, days: number): string {
  const query = new URLSearchParams(search)
  const tag = query.get('stag')
  if (tag === null) return search
  if (tag && readCookie(cookie) === null) writeCookie(cookie, tag.slice(0, 128), daySeconds * days)
  query.delete('stag')
  const text = query.toString()
  return text && `?${text}`
}

export function affiliateTag(): string | null {
  return readCookie(cookie)
}
