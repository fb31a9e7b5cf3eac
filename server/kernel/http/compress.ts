/**
 * Compresses a page in two steps: the visible part first and at once, then the data that only hydration needs. The
 * number of concurrent compressors is limited; each finishes without waiting for its reader, because its output is
 * small.
 */
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  type BrotliOptions,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type ZlibOptions,
} from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'
import { Busy, busyText, Slots } from './slots.ts'

const stateStart = '<script type="application/json"'
/** A window of 128 KiB covers most of a page and takes a fraction of the memory of the default 4 MiB. */
export const brotliOf = (quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_LGWIN]: 17,
  },
})
/** The level for pages that are compressed while they are sent: higher ones take ten times as long for 2 % less. */
export const streamQuality = 5
export const variesBy = 'accept-encoding, cookie'
/** As many as the threads in Node's pool, which do the work. */
export const compressors = new Slots(4, 200)

export async function sendHtml(request: FastifyRequest, reply: FastifyReply, html: Buffer): Promise<FastifyReply> {
  reply.header('vary', variesBy)
  const encoding = encodingFor(request)
  if (!encoding) return reply.send(html)
  // If all compressors are busy, the page is sent uncompressed rather than refused.
  const release = await compressors.take().catch((error: unknown) => {
    if (error instanceof Busy) return null
    throw error
  })
  if (!release) return reply.send(html)
  return reply.header('content-encoding', encoding).send(compressed(html, encoding, release))
}

export type Encoding = 'br' | 'gzip'
const negotiator = new Negotiator({ supportedValues: ['br', 'gzip', 'identity'] })

/** The encoding that the browser accepts and prefers; null if there is none or the answer has no body. */
export function encodingFor({ headers, method }: Pick<FastifyRequest, 'headers' | 'method'>): Encoding | null {
  if (method === 'HEAD') return null
  const preferred = negotiator.negotiate((headers['accept-encoding'] ?? '').toLowerCase())
  return preferred === 'br' || preferred === 'gzip' ? preferred : null
}

/** Below this, compression saves no packet. */
const minBytes = 1400
const jsonMethods = {
  br: (bytes: Buffer) => promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)(bytes, brotliOf(jsonQuality)),
  gzip: (bytes: Buffer) => promisify<Buffer, ZlibOptions, Buffer>(gzip)(bytes, { level: jsonQuality }),
}
const jsonQuality = 4

/**
 * Sends an answer of the API, compressed if that saves bytes and a compressor is free. Its size reveals no secret to
 * other sites, because their pages cannot make a browser send the token that an answer about a player requires.
 */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  reply.header('content-type', 'application/json; charset=utf-8')
  if (text.length < minBytes) return reply.send(text)
  reply.header('vary', 'accept-encoding')
  const encoding = encodingFor(request)
  if (!encoding || !compressors.isFree) return reply.send(text)
  const packed = await compressors.run(() => jsonMethods[encoding](Buffer.from(text)))
  return reply.header('content-encoding', encoding).send(packed)
}

function compressed(html: Buffer, encoding: Encoding, release: () => void): Readable {
  const compressor = encoding === 'br' ? createBrotliCompress(brotliOf(streamQuality)) : createGzip({ level: 5 })
  const out = new Readable({ read() {} })
  compressor.on('data', (chunk) => out.push(chunk))
  compressor.once('end', () => out.push(null))
  compressor.once('error', (error) => out.destroy(error))
  compressor.once('close', release)
  // The client has disconnected: nobody reads the remaining output.
  out.once('close', () => compressor.destroy())
  const seen = Math.max(html.indexOf(stateStart), 0)
  compressor.write(html.subarray(0, seen))
  compressor.flush(() => compressor.end(html.subarray(seen)))
  return out
}

/** Answers 503 if too many pages wait, without reporting that as a fault. */
export async function unlessBusy(reply: FastifyReply, work: () => Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Busy) return refuseBusy(reply)
    throw error
  }
}

export function refuseBusy(reply: FastifyReply): FastifyReply {
  reply.server.recordOverload?.(reply.request)
  return reply
    .code(HttpStatus.serviceUnavailable)
    .headers({ 'retry-after': '1', 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send(busyText)
}
