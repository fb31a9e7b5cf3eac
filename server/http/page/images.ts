/** Serves external images from this origin, inert even if opened as a page. */
import type { FastifyInstance } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'
import type { PictureProxy } from '../../modules/content/picture-proxy.ts'

const statuses = { failed: HttpStatus.badGateway, busy: HttpStatus.serviceUnavailable } as const

export function mountImages(app: FastifyInstance, proxy: PictureProxy): void {
  // A wildcard, because the router limits the length of a parameter and addresses can be longer.
  app.get<{ Params: { signature: string; '*': string } }>('/images/:signature/*', async (request, reply) => {
    const picture = await proxy.read(request.params.signature, request.params['*'])
    if (picture === 'unknown') return reply.callNotFound()
    if (typeof picture === 'string')
      return reply
        .code(statuses[picture])
        .header('cache-control', 'no-store')
        .send({ error: { name: 'unavailable', message: 'The image is temporarily unavailable' } })
    return reply
      .headers({
        'content-type': picture.type,
        'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(picture.bytes)
  })
}
