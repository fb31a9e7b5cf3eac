/**
 * The request by which a mail program unsubscribes its user (RFC 8058): a form, sent to the address of the page. A GET
 * of that address shows the page and changes nothing, because scanners open every link of a mail.
 */
import type { FastifyInstance } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'
import type { Deps } from '../deps.ts'
import { anonymousCaller } from '../identity/index.ts'
import { unsubscribe } from './unsubscribe.ts'

const formBytes = 4096
const oneClick = /List-Unsubscribe(=|"\s+)One-Click/

export function mountUnsubscribe(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    // In this scope alone: no other endpoint takes what a form of another site could send.
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: formBytes }, (_request, text, done) =>
        done(null, text),
      )
    scope.post<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
      const isOneClick = typeof request.body === 'string' && oneClick.test(request.body)
      const ctx = { ...deps, caller: anonymousCaller(deps, request) }
      const result = isOneClick ? await unsubscribe(ctx, request.params) : null
      return reply
        .code(result?.ok ? HttpStatus.ok : HttpStatus.unprocessable)
        .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
        .send(result?.ok ? 'Unsubscribed\n' : 'Not unsubscribed\n')
    })
  })
}
