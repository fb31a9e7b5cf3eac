/**
 * Fetches a picture from an allowed host: limited in time and size, and never from a private address to which a name
 * or a redirect leads.
 */
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import * as HttpStatus from '#contract/statuses.ts'
import { type Lookup, publicLookup } from '../../../kernel/public-address.ts'

export class PictureError extends Error {
  override name = 'PictureError'
}

export type FetchLimits = {
  origins: readonly string[]
  mostBytes: number
  timeoutMs: number
  lookup?: Lookup
}
const maxRedirects = 3

export async function fetchPicture(address: string, limits: FetchLimits): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  let url = new URL(address)
  for (let hop = 0; hop <= maxRedirects; hop++) {
    // Every hop is checked, because the remote host chooses the targets of redirects.
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
    request(
      url,
      { headers, signal, agent: false, lookup: publicLookup({ lookup: limits.lookup, allowed: ['localhost'] }) },
      answered,
    )
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
