/**
 * Serves the sandbox's routes, which are data, with Fastify: bodies are limited, and one function writes all responses.
 */
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'

export type SandboxRequest = {
  method: string
  /** The path with its unchanged query, because signatures cover it. */
  path: string
  /** The raw body. */
  rawBody: string
  params: Record<string, string>
  query: URLSearchParams
  header(name: string): string | undefined
  /** JSON or form fields; empty without a body. */
  body: Record<string, unknown>
}
export type Answer = {
  status: number
  type: 'json' | 'html' | 'script' | 'redirect'
  body: string
  /** Any page may embed the response in a frame. */ isFramed?: true
  /** The origins that may embed it; scripts of the sandbox run in it. */ framedBy?: string
  headers?: Record<string, string>
}
export type SandboxRoute = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  handle(asked: SandboxRequest): Answer | Promise<Answer>
}

export const json = (status: number, body: unknown): Answer => ({ status, type: 'json', body: JSON.stringify(body) })
export const html = (body: string, status = HttpStatus.ok): Answer => ({ status, type: 'html', body })
export const script = (body: string): Answer => ({ status: HttpStatus.ok, type: 'script', body })
export const redirect = (to: string): Answer => ({ status: HttpStatus.seeOther, type: 'redirect', body: to })
export const missing = (): Answer => json(HttpStatus.notFound, { error: 'notFound' })

export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

const contentTypes = {
  json: 'application/json',
  html: 'text/html; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
}

const bodyLimitBytes = 64 * 1024
const paramForm = /^[\w;=-]{1,120}$/

/** Creates the server. Bodies are read as text, because signatures cover them, and parsed per route. */
export function createRouter(routes: SandboxRoute[]): FastifyInstance {
  const app = fastify({
    bodyLimit: bodyLimitBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 2048 },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.setNotFoundHandler((_request, reply) => send(reply, missing()))
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const isTooLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    return send(
      reply,
      json(error.statusCode ?? HttpStatus.internalServerError, {
        error: isTooLarge ? 'the body is too large' : error.message,
      }),
    )
  })
  for (const { method, path, handle } of routes)
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const params = request.params as Record<string, string>
        const areParamsValid = Object.values(params).every((value) => paramForm.test(value))
        return send(reply, areParamsValid ? await handle(requestOf(request, params)) : missing())
      },
    })
  return app
}

function requestOf(request: FastifyRequest, params: Record<string, string>): SandboxRequest {
  const rawBody = typeof request.body === 'string' ? request.body : ''
  const header = (name: string) => {
    const value = request.headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  return {
    method: request.method,
    path: request.url,
    rawBody,
    params,
    query: new URL(request.url, 'http://sandbox').searchParams,
    header,
    body: parseBody(rawBody, header('content-type') ?? ''),
  }
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status).headers({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...answer.headers,
  })
  if (answer.type === 'redirect') return reply.header('location', answer.body).send()
  if (answer.type === 'html') reply.header('content-security-policy', policyOf(answer))
  return reply.type(contentTypes[answer.type]).send(answer.body)
}

function policyOf({ isFramed, framedBy }: Answer): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'"
  if (framedBy) return `${policy}; script-src 'self'; frame-ancestors ${framedBy}`
  return isFramed ? policy : `${policy}; frame-ancestors 'self'`
}

class BadBody extends Error {
  readonly statusCode = HttpStatus.badRequest
}

function parseBody(body: string, contentType: string): Record<string, unknown> {
  if (body === '') return {}
  if (!contentType.includes('json')) return Object.fromEntries(new URLSearchParams(body))
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch {
    /* Falls through to the error for all other invalid bodies. */
  }
  throw new BadBody('the body is not a JSON object')
}
