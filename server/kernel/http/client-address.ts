/** The client's address of a request, as stated by the nearest trusted proxy. No other code reads it. */
import { type IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'

/**
 * Parses an address in the formats that proxies write: alone, with a port (`203.0.113.7:4711`), in brackets
 * (`[2001:db8::1]`, `[2001:db8::1]:4711`), in quotes, with a zone, or mapped to IPv6. Null for anything else.
 */
export function readAddress(written: string): string | null {
  const text = written.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? []
  const address = (bracketed ?? plain ?? text).replace(/%.*$/, '').toLowerCase()
  if (!isIP(address) || (bracketed !== undefined && !isIPv6(address))) return null
  return isIPv4(address) ? address : unmapped(address)
}

/** `::ffff:203.0.113.7` and `::ffff:cb00:7107` are IPv4 addresses. */
function unmapped(address: string): string {
  const [, dotted] = /^(?:::|(?:0+:){5})ffff:([\d.]+)$/.exec(address) ?? []
  if (dotted !== undefined && isIPv4(dotted)) return dotted
  const [, high, low] = /^(?:::|(?:0+:){5})ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(address) ?? []
  if (high === undefined || low === undefined) return address
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return `${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`
}

/**
 * With proxies, the address that the outermost trusted one wrote to `X-Forwarded-For`, or to `X-Real-IP` if that header
 * is missing; null if it is invalid. A request without both headers comes from the proxy itself.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers'> & { socket: Pick<IncomingMessage['socket'], 'remoteAddress'> },
  trustProxy: number,
): string | null {
  const named = trustProxy === 0 ? undefined : namedByProxy(headers, trustProxy)
  return named === undefined ? (readAddress(socket.remoteAddress ?? '') ?? '') : readAddress(named)
}

/** Whether the proxy forwarded the request, as opposed to a call of its own such as a health check. */
export function isForwarded(headers: IncomingMessage['headers']): boolean {
  return namedByProxy(headers, 1) !== undefined
}

function namedByProxy(headers: IncomingMessage['headers'], trustProxy: number): string | undefined {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',')
  const hops = forwarded.split(',').filter((hop) => hop.trim() !== '')
  return hops[Math.max(0, hops.length - trustProxy)] ?? [headers['x-real-ip'] ?? []].flat()[0]
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the client; empty for a socket that has none. */
    address: string
  }
}

/** Refuses requests without a valid address, because limits could not count them together. */
export function readAddresses(app: FastifyInstance, trustProxy: number): void {
  app.decorateRequest('address', '')
  app.addHook('onRequest', async (request) => {
    const address = clientAddress(request.raw, trustProxy)
    if (address === null)
      throw Object.assign(new Error('X-Forwarded-For does not name an address'), { statusCode: HttpStatus.badRequest })
    request.address = address
  })
}
