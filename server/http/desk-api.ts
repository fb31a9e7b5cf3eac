/** The desk's endpoints as an OpenAPI document of their own, which its listener serves with a page to read. */
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { everyDeskEndpoint } from '#contract/desk/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { Waiting } from '#contract/desk/requests.ts'
import type { BoundRoute } from '../kernel/http/bind.ts'
import { sendJson } from '../kernel/http/compress.ts'
import { describeEndpoints, type OpenApi, renderDocument, schemaOf, stylePolicy } from '../reference/index.ts'

/** As `npm run desk-api` has written it; a check fails while it differs from the contract. */
export const deskApiFile = new URL('../../contract/desk-api.json', import.meta.url)

const info: OpenApi['info'] = {
  title: 'Fairhouse desk API',
  version: '1',
  description:
    'What operators and their programs do at the desk. A session is a cookie; calls that change something come from the address of the desk and carry the token that the session names. A program sends the token of a person instead, without a cookie. The scopes of an operation stand in its security requirement: an area, and read, do or decide, where each includes those before it. An act that needs a second person is answered with 202 and the request that waits.',
}
const securitySchemes: OpenApi['components']['securitySchemes'] = {
  session: { type: 'apiKey', in: 'cookie', name: '__Host-desk' },
  forgeryToken: { type: 'apiKey', in: 'header', name: 'x-desk-token' },
  token: { type: 'http', scheme: 'bearer', description: 'fht_… of `npm run operator -- sign-in`' },
}

export function makeDeskApi(routes: readonly BoundRoute[]): OpenApi {
  const waiting = new Set(routes.filter(({ secondPerson }) => secondPerson).map(({ endpoint }) => endpoint))
  const { tags, paths, schemas } = describeEndpoints(everyDeskEndpoint(), (endpoint, operation) => ({
    ...operation,
    ...(endpoint.access === 'operator' && { security: securityOf(endpoint) }),
    ...(waiting.has(endpoint) && { responses: { ...operation.responses, [HttpStatus.accepted]: accepted } }),
  }))
  return { openapi: '3.1.0', info, servers: [{ url: '/' }], tags, paths, components: { securitySchemes, schemas } }
}

const accepted = {
  description: 'A second person has to approve it: the request that waits',
  content: { 'application/json': { schema: schemaOf(Waiting, 'output') } },
}

function securityOf({ method, scope }: Endpoint): Array<Record<string, string[]>> {
  const scopes = scope ? [scope] : []
  return [{ session: scopes, ...(method !== 'GET' && { forgeryToken: [] }) }, { token: scopes }]
}

export function mountDeskApi(app: FastifyInstance): void {
  const json = readFileSync(deskApiFile, 'utf8')
  const page = renderDocument(JSON.parse(json) as OpenApi, '')
  app.get('/api/openapi.json', async (request, reply) =>
    sendJson(request, reply.header('cache-control', 'no-cache'), json),
  )
  app.get('/api/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', stylePolicy)
      .header('cache-control', 'no-cache')
      .send(page),
  )
}
