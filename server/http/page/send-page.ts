/** Answers a page request: with a page, compressed where the browser accepts it, or with another address. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'
import { encodingFor, sendHtml, variesBy } from './compress.ts'
import type { CachedPage } from './guest-cache.ts'
import { writePacked } from './packed-page.ts'
import type { PackedPages } from './packed-pages.ts'
import type { Preferences } from './preferences.ts'
import type { PageVisitor } from './visitor.ts'

type Sending = {
  request: FastifyRequest
  reply: FastifyReply
  key: string
  cached: Omit<CachedPage, 'storedAt'>
  nonce: string
  looks: Preferences
  who: PageVisitor
}

/** Browsers on secure connections accept Brotli: only the nonce is written for each of them. */
export async function sendCached(
  pages: PackedPages,
  { request, reply, key, cached: { status, document }, nonce, looks, who }: Sending,
): Promise<FastifyReply> {
  const packed = encodingFor(request) === 'br' ? await pages.read(key, document, looks) : null
  if (!packed) return sendPage(request, reply, status, document.write(nonce, looks), who)
  setPageHeaders(reply, status, who)
  return reply.headers({ vary: variesBy, 'content-encoding': 'br' }).send(writePacked(packed, nonce))
}

export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  html: Buffer,
  who: PageVisitor,
): Promise<FastifyReply> {
  setPageHeaders(reply, status, who)
  return sendHtml(request, reply, html)
}

function setPageHeaders(reply: FastifyReply, status: number, { session }: PageVisitor): void {
  reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header(
      'cache-control',
      session === 'none' && status < HttpStatus.internalServerError ? 'private, no-cache' : 'no-store',
    )
  if (status === HttpStatus.serviceUnavailable) reply.header('retry-after', '1')
}

export function redirect(reply: FastifyReply, to: string, isPermanent = false): FastifyReply {
  return reply
    .code(isPermanent ? HttpStatus.movedPermanently : HttpStatus.found)
    .header('cache-control', isPermanent ? 'public, max-age=86400' : 'no-store')
    .header('location', to)
    .send()
}
