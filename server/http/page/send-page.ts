/** Answers a page request with a page, compressed if the browser accepts that, or with a redirect. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'
import { encodingFor, sendHtml, variesBy } from '../../kernel/http/compress.ts'
import type { CachedPage } from './guest-cache.ts'
import { writePacked } from './packed-page.ts'
import type { PackedPages } from './packed-pages.ts'
import { Busy } from '../../kernel/http/slots.ts'
import type { Preferences } from './preferences.ts'
import type { PageVisitor } from './visitor.ts'

type Sending = {
  request: FastifyRequest
  reply: FastifyReply
  key: string
  cached: Omit<CachedPage, 'kind'>
  nonce: string
  looks: Preferences
  who: PageVisitor
}

/** Sends a cached page. Only the nonce is written for each request, compressed or not. */
export async function sendCached(
  pages: PackedPages,
  { request, reply, key, cached: { status, document }, nonce, looks, who }: Sending,
): Promise<FastifyReply> {
  const encoding = encodingFor(request)
  const packed = encoding && (await pages.read(key, document, looks, encoding).catch(unlessTooMany))
  if (!packed) return sendPage(request, reply, status, document.write(nonce, looks), who)
  setPageHeaders(reply, status, who)
  return reply.headers({ vary: variesBy, 'content-encoding': packed.encoding }).send(writePacked(packed, nonce))
}

/** If too many pages are being compressed, this page is sent without that compression. */
function unlessTooMany(error: unknown): null {
  if (error instanceof Busy) return null
  throw error
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
