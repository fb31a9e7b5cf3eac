/** Serves the operator's logos: addressed by hash, cached permanently, and inert even if opened as a page. */
import type { FastifyInstance } from 'fastify'
import type { Content } from '../../reference/index.ts'

export const brandTypes = { svg: 'image/svg+xml', png: 'image/png' } as const

export function mountBrand(app: FastifyInstance, pictures: Content['pictures']): void {
  app.get<{ Params: { file: string } }>('/brand/:file', async (request, reply) => {
    const picture = pictures.get(request.params.file)
    if (!picture) return reply.callNotFound()
    return reply
      .headers({
        'content-type': brandTypes[picture.type],
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(picture.bytes)
  })
}
