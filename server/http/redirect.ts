/** The answer of an address that a browser is sent to and that sends it on. */
import type { FastifyReply } from 'fastify'

export class Redirect {
  readonly to: string
  /** Whole `set-cookie` values that the browser takes along. */
  readonly cookies: string[]
  constructor(to: string, cookies: string[] = []) {
    this.to = to
    this.cookies = cookies
  }
}

/** The other house learns nothing of the page that the browser comes from. */
export function sendRedirect(reply: FastifyReply, { to, cookies }: Redirect): FastifyReply {
  return reply
    .code(302)
    .headers({ location: to, 'set-cookie': cookies, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .send()
}
