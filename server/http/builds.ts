/**
 * The build manifest that open pages poll: a new id in `latest.json` means that their bundles or texts are out of
 * date.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'

export type Build = { id: string; builtAt: string }

const stampFile = join(import.meta.dirname, '../../dist/stamp')

/**
 * `current` identifies the content that this process serves; the stamp in dist/ identifies the code. An older id is
 * answered with 404, which means the same as a newer `latest.json`.
 */
export function mountBuilds(app: FastifyInstance, current: () => Build): void {
  const build = () => {
    const { id, builtAt } = current()
    return { id: buildIdOf(id), timestamp: Date.parse(builtAt) }
  }
  app.get('/builds/latest.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(build()))
  app.get<{ Params: { buildId: string } }>('/builds/meta/:buildId', async (request, reply) => {
    const answer = build()
    if (request.params.buildId === `${answer.id}.json`)
      return reply.header('cache-control', 'public, max-age=31536000, immutable').send(answer)
    return reply
      .code(HttpStatus.notFound)
      .header('cache-control', 'no-store')
      .send({ error: { name: 'notFound', message: 'This build is no longer served' } })
  })
}

let stamp: string | null = null
/** The build of a page: the content version followed by the code's stamp. */
export function buildIdOf(contentVersion: string): string {
  stamp ??= readStamp()
  return contentVersion + stamp
}

/** Empty in development, where nothing is built. */
function readStamp(): string {
  try {
    return readFileSync(stampFile, 'utf8').slice(0, 12)
  } catch {
    return ''
  }
}
