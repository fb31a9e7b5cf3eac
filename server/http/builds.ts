/** The build manifest that open pages poll: a new id in `latest.json` tells them that their bundles have gone stale. */
import type { FastifyInstance } from 'fastify'

export type Build = { id: string; builtAt: string }

/** `current` names the build that this process serves. An older id is answered 404, which means the same as a newer latest. */
export function mountBuilds(app: FastifyInstance, current: () => Build): void {
  app.get('/builds/latest.json', async (_request, reply) => {
    const { id, builtAt } = current()
    return reply.header('cache-control', 'no-cache').send({ id, timestamp: Date.parse(builtAt) })
  })
  app.get<{ Params: { buildId: string } }>('/builds/meta/:buildId', async (request, reply) => {
    const { id, builtAt } = current()
    if (request.params.buildId !== `${id}.json`) return reply.code(404).header('cache-control', 'no-store').send({ error: { name: 'notFound', message: 'This build is not served any more' } })
    return reply.header('cache-control', 'public, max-age=31536000, immutable').send({ id, timestamp: Date.parse(builtAt) })
  })
}
