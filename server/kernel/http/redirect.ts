/** The response of an address that redirects the browser. */
import type { FastifyReply } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'

export class Redirect {
  readonly to: string
  /** Complete `set-cookie` values to send with the redirect. */
  readonly cookies: string[]
  constructor(to: string, cookies: string[] = []) {
    this.to = to
    this.cookies = cookies
  }
}

/** The destination does not learn which page the browser comes from. */
export function sendRedirect(reply: FastifyReply, { to, cookies }: Redirect): FastifyReply {
  return reply
    .code(HttpStatus.found)
    .headers({ location: to, 'set-cookie': cookies, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .send()
}
