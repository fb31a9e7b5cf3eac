/**
 * The desk's HTTP server: a listener of its own, so that nothing of the players' site reaches it, neither its scripts nor
 * a flood. It serves the operators' endpoints and one page with its files.
 */
import { existsSync, readFileSync } from 'node:fs'
import { BlockList, isIPv6 } from 'node:net'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contractHeader, digestOfContract } from '../kernel/http/contract-digest.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Deps } from '../deps.ts'
import { anonymousCaller } from '../identity/index.ts'
import type { BoundRoute } from '../kernel/http/bind.ts'
import { bearerIn } from '../kernel/http/desk-session.ts'
import { answer } from '../kernel/http/errors.ts'
import { defaultLocale } from '../kernel/locales.ts'
import { createServer } from './create-server.ts'
import { mountDeskApi } from './desk-api.ts'
import { limiterOf } from './rate-limit.ts'
import { serve } from './serve.ts'

/** Enough for an office of fifty behind one address, whose lists refresh; a session is looked up for each call. */
const callsPerMinute = 3_000
/** Of one token, so that a faulty program leaves enough for the people at the same address. */
const callsPerMinuteOfToken = 600

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** `folder`: the built files of the page; without them only the endpoints are served. */
export async function createDesk(
  deps: Deps,
  routes: BoundRoute[],
  { folder }: { folder: string | null },
): Promise<FastifyInstance> {
  const { desk } = deps.settings
  const headers = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    ...(desk.url.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
  const app = createServer(deps, (reply) => void reply.headers(headers))
  const isAdmitted = addressesOf(desk.addresses)
  // No limit where the site has none.
  const isUnlimited = deps.settings.rateLimitPerMinute === 0
  const isWithinLimit = limiterOf(deps.callLimits, 'desk', isUnlimited ? 0 : callsPerMinute)
  const isTokenWithin = deps.callLimits.perMinute('desk-token', isUnlimited ? 0 : callsPerMinuteOfToken)
  const isBearerWithin = async (bearer: string | null) => bearer === null || isTokenWithin(bearer)
  const origin = new URL(desk.url).origin
  // Calculated when a program first calls.
  let digest: string | null = null
  app.addHook('onRequest', async (request, reply) => {
    const refusal = !isAdmitted(request.address)
      ? answer(HttpStatus.forbidden, 'addressNotAdmitted', 'The desk cannot be used from this address')
      : isForeign(request, origin)
        ? answer(HttpStatus.forbidden, 'foreignOrigin', `The desk is at ${origin}`)
        : (await isWithinLimit(request.address)) && (await isBearerWithin(bearerIn(request)))
          ? null
          : answer(HttpStatus.tooManyRequests, 'rateLimited', 'Too many calls; try again in a minute')
    if (request.headers.authorization !== undefined)
      reply.header(contractHeader, (digest ??= digestOfContract(routes.map(({ endpoint }) => endpoint))))
    if (refusal) return reply.code(refusal.status).header('cache-control', 'no-store').send(refusal.body)
  })
  serve(app, deps, routes, async (request) => ({ ...anonymousCaller(deps, request), locale: defaultLocale }))
  mountDeskApi(app)
  if (folder) await mountPage(app, folder)
  return app
}

/** Calls that change something come from the desk's own page; a browser names the page's origin with each of them. */
function isForeign({ method, headers }: FastifyRequest, origin: string): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return headers.origin === undefined ? headers.cookie !== undefined : headers.origin !== origin
}

/** No list admits everybody. */
function addressesOf(listed: string[]): (address: string) => boolean {
  if (listed.length === 0) return () => true
  const admitted = blockListOf(listed)
  return (address) => address !== '' && admitted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Throws for what is neither an address nor a block. */
function blockListOf(listed: string[]): BlockList {
  const list = new BlockList()
  for (const each of listed) {
    const [address, bits] = each.split('/') as [string, string | undefined]
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** Every address outside the API is the same page, which reads the path. */
async function mountPage(app: FastifyInstance, folder: string): Promise<void> {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) throw new Error(`The desk is not built: ${file} is missing.`)
  const page = readFileSync(file)
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    cacheControl: true,
  })
  app.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.url.startsWith('/api/') || request.url.startsWith('/assets/')) return reply.callNotFound()
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
  })
}
