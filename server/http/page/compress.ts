/** Compresses a page on its way out: first what is seen, at once, then the data that only hydration waits for. */
import { Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const stateStart = '<script type="application/json"'
const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}

export function sendHtml(request: FastifyRequest, reply: FastifyReply, html: Buffer): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? ''
  reply.header('vary', 'accept-encoding, cookie')
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
  if (!encoding || request.method === 'HEAD') return reply.send(html)
  const compressor = encoding === 'br' ? createBrotliCompress(brotli) : createGzip({ level: 5 })
  const seen = Math.max(html.indexOf(stateStart), 0)
  compressor.write(html.subarray(0, seen))
  compressor.flush(() => compressor.end(html.subarray(seen)))
  return reply.header('content-encoding', encoding).send(Readable.from(compressor))
}
