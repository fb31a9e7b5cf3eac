/** The affiliate tag: the `stag` of the first visit is remembered, and taken out of the address. */
import { readCookie, writeCookie } from './cookies.ts'

const cookie = 'affiliateTag'
const daySeconds = 86_400

/** Answers the query without the tag. A tag that is held already stays. */
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
