/**
 * Fetches a picture from an allowed host: limited in time and size, and never from a private address to which a name
 * or a redirect leads.
 */
import { lookup as resolve, type LookupAddress } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import * as HttpStatus from '#contract/statuses.ts'

export class PictureError extends Error {
  override name = 'PictureError'
}

export type FetchLimits = {
  origins: readonly string[]
  mostBytes: number
  timeoutMs: number
  /** Resolves a name to all its addresses. */
  lookup?: (host: string) => Promise<LookupAddress[]>
}
const maxRedirects = 3

export async function fetchPicture(address: string, limits: FetchLimits): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  let url = new URL(address)
  for (let hop = 0; hop <= maxRedirects; hop++) {
    // Every hop is checked: redirects are chosen by the remote host, the list by the operator.
    if (!limits.origins.includes(url.origin)) throw new PictureError(`${url.origin} is not among IMAGE_HOSTS`)
    const answer = await ask(url, limits, signal)
    const { statusCode = 0, headers } = answer
    if (
      statusCode >= HttpStatus.multipleChoices &&
      statusCode < HttpStatus.badRequest &&
      headers.location &&
      URL.canParse(headers.location, url.href)
    ) {
      answer.destroy()
      url = new URL(headers.location, url)
      continue
    }
    if (statusCode !== HttpStatus.ok) {
      answer.destroy()
      throw new PictureError(`${url.origin} answered ${statusCode}`)
    }
    return readAll(answer, limits.mostBytes)
  }
  throw new PictureError(`${url.origin} redirects too often`)
}

function ask(url: URL, limits: FetchLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Fairhouse' }
  return new Promise((answered, failed) => {
    request(url, { headers, signal, agent: false, lookup: publicLookup(limits.lookup) }, answered)
      .on('error', failed)
      .end()
  })
}

async function readAll(answer: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const tooLarge = () => new PictureError(`larger than ${mostBytes} bytes`)
  if (Number(answer.headers['content-length'] ?? 0) > mostBytes) {
    answer.destroy()
    throw tooLarge()
  }
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    if (size > mostBytes) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/**
 * The connection uses exactly the address that was checked. If an operator lists an IP address, no name is resolved.
 */
function publicLookup(lookup: NonNullable<FetchLimits['lookup']> = lookupAll): LookupFunction {
  return (host, { all }, answered) => {
    const isMeant = host === 'localhost'
    lookup(host).then(
      (found) => {
        const refused = !isMeant && found.find(({ address }) => isPrivate(address))
        if (refused || found.length === 0)
          return answered(new PictureError(`${host} does not resolve to a public address`), '', 4)
        if (all) answered(null, found)
        else answered(null, found[0]!.address, found[0]!.family)
      },
      (error: NodeJS.ErrnoException) => answered(error, '', 4),
    )
  }
}

function lookupAll(host: string): Promise<LookupAddress[]> {
  return new Promise((found, failed) =>
    resolve(host, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses))),
  )
}

const privateAddresses = new BlockList()
const privateRanges =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 ' +
  '198.18.0.0/15 224.0.0.0/4 240.0.0.0/4 ::/127 64:ff9b::/96 fc00::/7 fe80::/10 ff00::/8'
for (const range of privateRanges.split(' ')) {
  const [net, prefix] = range.split('/') as [string, string]
  privateAddresses.addSubnet(net, Number(prefix), net.includes(':') ? 'ipv6' : 'ipv4')
}

/** Loopback, private, link-local and reserved ranges, also when mapped into IPv6. */
export function isPrivate(address: string): boolean {
  return privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
