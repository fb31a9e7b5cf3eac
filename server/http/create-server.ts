/** What every HTTP server of the product does: limits, addresses, and answers to faults. */
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import qs from 'qs'
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { type BodyFault, defaultBodyBytes, readJson } from '#contract/json-body.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Deps, TextDeps } from '../deps.ts'
import { preferredLocale } from '../identity/index.ts'
import { answer, isOutage } from '../kernel/http/errors.ts'
import { readAddresses } from '../kernel/http/client-address.ts'
import { Busy } from '../kernel/http/slots.ts'
import { type Fault, faultWords } from '../reference/index.ts'
import { endConnections } from './end-connections.ts'
import { createFaultLog } from './fault-log.ts'
import { isPageRequest } from './page/fault-page.ts'
import { createOverloadLog } from './overload-log.ts'

/** `protect` sets the security headers of every answer. */
export function createServer(deps: Deps, protect: (reply: FastifyReply) => void): FastifyInstance {
  const answerFault = faultAnswerer(deps, protect, createFaultLog(deps.clock), () => app)
  const loggerInstance: FastifyBaseLogger = deps.log
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address: string, hop: number) => hop < deps.settings.trustProxy,
    bodyLimit: defaultBodyBytes,
    // Long enough to upload a 10 MB photo over a weak mobile connection.
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    // Calls that arrive while it closes are answered like any other; the framework's own refusal has another form.
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable,
    genReqId: () => randomUUID(),
    // Malformed addresses never reach the handlers below.
    frameworkErrors: (error, request, reply) => void answerFault(error, request, reply),
    rewriteUrl: ({ url = '/' }) => originForm(url),
    routerOptions: { querystringParser: readQuery, maxParamLength: 256 },
  })
  app.decorate('faultPage', null)
  app.decorate('recordOverload', createOverloadLog(deps))
  takeJson(app)
  endConnections(app)
  app.setErrorHandler(answerFault)
  app.setNotFoundHandler((_request, reply) =>
    reply.code(HttpStatus.notFound).send(answer(HttpStatus.notFound, 'notFound', 'Page Not Found').body),
  )
  app.addHook('onRequest', async (_request, reply) => protect(reply))
  readAddresses(app, deps.settings.trustProxy)
  return app
}

/** Bracket arrays, single and indexed, encoded or not; depth and size are limited against excessive queries. */
function readQuery(text: string): Record<string, unknown> {
  // Smaller parsers ignore encoded brackets, or make a billion elements of `a[999999999]=1`.
  return qs.parse(text, { depth: 2, arrayLimit: 100, parameterLimit: 200, plainObjects: true })
}

function takeJson(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : readJson(body as Buffer))
    } catch (error) {
      done(error as BodyFault, undefined)
    }
  })
}

/** What is no HTTP, or too slow or too long for it, never becomes a request. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, phrase, name] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [HttpStatus.requestTimeout, 'Request Timeout', 'tooSlow']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? [HttpStatus.headersTooLarge, 'Request Header Fields Too Large', 'tooLarge']
        : [HttpStatus.badRequest, 'Bad Request', 'malformed']
  const body = JSON.stringify(answer(status, name, phrase).body)
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** Proxies may send the absolute form, and `*` names no page (RFC 9112, section 3.2): either becomes a path. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}

type Failure = Error & { statusCode?: number }

/** Page requests are answered with the error page, all others with JSON. */
function faultAnswerer(
  { content }: TextDeps,
  protect: (reply: FastifyReply) => void,
  record: (request: FastifyRequest, error: Error) => void,
  app: () => FastifyInstance,
) {
  return async (error: Failure, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // A malformed address is answered before any hook.
    if (!reply.hasHeader('content-security-policy')) protect(reply)
    const status = error.statusCode ?? HttpStatus.internalServerError
    const words = (fault: Fault) => faultWords(content, preferredLocale(request), fault)
    const known =
      status < HttpStatus.internalServerError
        ? answer(status, faultName(status), error.message)
        : isOutage(error) || error instanceof Busy
          ? answer(HttpStatus.serviceUnavailable, 'unavailable', words('unavailable'))
          : answer(HttpStatus.internalServerError, 'internal', words('internal'))
    if (error instanceof Busy) request.server.recordOverload?.(request)
    else if (known.status >= HttpStatus.internalServerError) record(request, error)
    if (known.status === HttpStatus.serviceUnavailable) reply.header('retry-after', '1')
    const { faultPage } = app()
    if (faultPage && isPageRequest(request)) {
      try {
        return await faultPage(request, reply, known.status)
      } catch (cause) {
        record(request, cause as Error)
      }
    }
    return reply.code(known.status).header('cache-control', 'no-store').send(known.body)
  }
}

function faultName(status: number): string {
  return (
    {
      [HttpStatus.badRequest]: 'malformed',
      [HttpStatus.notFound]: 'notFound',
      [HttpStatus.contentTooLarge]: 'tooLarge',
      [HttpStatus.uriTooLong]: 'tooLong',
      [HttpStatus.unsupportedMediaType]: 'unsupportedMediaType',
      [HttpStatus.tooManyRequests]: 'rateLimited',
    }[status] ?? 'refused'
  )
}
