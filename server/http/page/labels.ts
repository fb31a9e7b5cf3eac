/** Labels compiled once per locale: ICU text becomes arrays here, so that the browser needs no parser. */
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { FastifyInstance } from 'fastify'
import type { CompiledMessage } from '#contract/message-format.ts'
import type { Content } from '../../reference/index.ts'
import { sendJson } from '../../kernel/http/compress.ts'

type Compiled = Record<string, CompiledMessage>
export type CompiledLabels = (locale: string) => Record<string, Compiled>

export function compileLabels(content: Content): CompiledLabels {
  const catalogues = new Map<string, Record<string, Compiled>>()
  return (locale) => {
    let catalogue = catalogues.get(locale)
    if (!catalogue) {
      catalogue = Object.fromEntries(content.areas.map((area) => [area, compileArea(content.labels(locale, area))]))
      catalogues.set(locale, catalogue)
    }
    return catalogue
  }
}

function compileArea(labels: Record<string, string>): Compiled {
  return Object.fromEntries(
    Object.entries(labels).map(([key, message]) => [key, compileMessage(message) as CompiledMessage]),
  )
}

/**
 * Serves one area of one locale to the browser. The version in the query changes with every text, so texts of the
 * current version are cached permanently. For other versions they are not: a page of a newer or older process would
 * keep them.
 */
export function mountLabels(
  app: FastifyInstance,
  content: Content,
  labels: CompiledLabels,
  isDevelopment: boolean,
): void {
  app.get<{ Params: { locale: string; file: string }; Querystring: { v?: string } }>(
    '/labels/:locale/:file',
    async (request, reply) => {
      const area = request.params.file.replace(/\.json$/, '')
      if (!content.locales.includes(request.params.locale) || !content.areas.includes(area)) return reply.callNotFound()
      const isOwn = request.query.v === content.version && !isDevelopment
      reply.header('cache-control', isOwn ? 'public, max-age=31536000, immutable' : 'no-store')
      return sendJson(request, reply, JSON.stringify(labels(request.params.locale)[area]))
    },
  )
}
