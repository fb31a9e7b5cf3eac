/**
 * Affiliate attribution: the `stag` of the first address is stored in a cookie and removed from the address
 * (specification, section 9).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from '#contract/cookies.ts'
import type { Settings } from '../../settings.ts'
import { cookieText } from './cookies.ts'

const daySeconds = 86_400
const maxTagLength = 128

/** The address without the tag, to redirect to; null if it has no tag. A stored tag is not replaced. */
export function takeAffiliateTag(settings: Settings, request: FastifyRequest, reply: FastifyReply): string | null {
  const [path, query] = splitOnce(request.url)
  const search = new URLSearchParams(query)
  const tag = search.get('stag')
  if (tag === null) return null
  if (tag && readCookie('affiliateTag', request.headers.cookie ?? '') === null) {
    const maxAgeSeconds = daySeconds * settings.affiliateTagDays
    reply.header('set-cookie', cookieText(settings, 'affiliateTag', tag.slice(0, maxTagLength), maxAgeSeconds))
  }
  search.delete('stag')
  // A path that starts with two slashes would name another host.
  return path.replace(/^\/{2,}/, '/') + (search.size > 0 ? `?${search}` : '')
}

function splitOnce(url: string): [path: string, query: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}
