/** Posts to an address that a browser chose: only by https, to a public host, without following redirects. */
import { request } from 'node:https'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { type Lookup, publicLookup } from '../../kernel/public-address.ts'

/** Returns the status of the answer; its body is discarded. */
export type Post = (
  address: string,
  message: { headers: Record<string, string>; body: Buffer },
) => Promise<Result<number, 'refused' | 'unavailable'>>

const timeoutMs = 15_000

/** A push service's address: https on its usual port, a name rather than an IP address, no user and no fragment. */
export function isPushEndpoint(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password, hash } = new URL(address)
  const isName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(hostname)
  return protocol === 'https:' && port === '' && username === '' && password === '' && hash === '' && isName
}

export function postPublic({ lookup }: { lookup?: Lookup } = {}): Post {
  return (address, { headers, body }) => {
    if (!isPushEndpoint(address))
      return Promise.resolve(refuse('refused', { message: 'Not the address of a push service' }))
    return new Promise((answered) => {
      const failed = (error: Error) =>
        answered(
          refuse('unavailable', { message: `No answer of ${new URL(address).host}: ${error.message}`.slice(0, 200) }),
        )
      request(
        address,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': String(body.length) },
          agent: false,
          lookup: publicLookup({ lookup }),
          signal: AbortSignal.timeout(timeoutMs),
        },
        (answer) => {
          answer.destroy()
          answered(ok(answer.statusCode ?? 0))
        },
      )
        .on('error', failed)
        .end(body)
    })
  }
}
