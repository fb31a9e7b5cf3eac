/** Serves external images from this origin, inert even if opened as a page. */
import type { FastifyInstance } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'
import type { PictureProxy } from '../../reference/index.ts'

const statuses = { failed: HttpStatus.badGateway, busy: HttpStatus.serviceUnavailable } as const

const inert = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}
/**
 * Browsers draw the picture of an answer whatever its status, so a plain area replaces the icon of a broken picture.
 */
const noPicture =
  '<svg xmlns="http://www.w3.org/2000/svg" preserveAspectRatio="none" viewBox="0 0 1 1"><path fill="#808080" fill-opacity=".25" d="M0 0h1v1H0z"/></svg>'

export function mountImages(app: FastifyInstance, proxy: PictureProxy): void {
  // A wildcard, because the router limits the length of a parameter and addresses can be longer.
  app.get<{ Params: { signature: string; '*': string } }>('/images/:signature/*', async (request, reply) => {
    const picture = await proxy.read(request.params.signature, request.params['*'])
    if (picture === 'unknown') return reply.callNotFound()
    if (picture === 'busy') app.recordOverload?.(request)
    if (typeof picture === 'string')
      return reply
        .code(statuses[picture])
        .headers({ 'content-type': 'image/svg+xml', 'cache-control': 'no-store', ...inert })
        .send(noPicture)
    return reply
      .headers({
        'content-type': picture.type,
        'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
        ...inert,
      })
      .send(picture.bytes)
  })
}
