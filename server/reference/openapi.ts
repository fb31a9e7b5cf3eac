/** The contract as an OpenAPI 3.1 document, and the routes that serve it with a page to read. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { FastifyInstance } from 'fastify'
import { everyEndpoint } from '#contract/api.ts'
import type { Declaration, Endpoint, RefusalSpec } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { renderDocument, stylePolicy } from './internal/openapi-page.ts'
import { sendJson } from '../kernel/http/compress.ts'

export type Schema = Record<string, unknown>
/** Media type -> schema of its content. */
type Content = Record<string, { schema: Schema }>
export type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security?: Array<Record<string, string[]>>
  parameters?: Array<{
    name: string
    in: 'path' | 'query'
    required: boolean
    schema: Schema
    style?: string
    explode?: boolean
  }>
  requestBody?: { required: true; content: Content }
  responses: Record<string, { description: string; content?: Content }>
  /** Every expected refusal, which the responses only describe. */
  'x-refusals': Array<{ name: string; status: number; code?: number }>
}
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: Array<{ url: string }>
  tags: Array<{ name: string }>
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, Schema>; schemas: Record<string, Schema> }
}

export function mountOpenapi(app: FastifyInstance): void {
  const document = makeOpenApi()
  const json = JSON.stringify(document)
  const page = renderDocument(
    document,
    ' What players\' clients may rely on: <a href="/api/openapi/player.json">/api/openapi/player.json</a>.',
  )
  app.get('/api/openapi.json', async (request, reply) =>
    sendJson(request, reply.header('cache-control', 'no-cache'), json),
  )
  const published = readFileSync(playerApiFile, 'utf8')
  app.get('/api/openapi/player.json', async (request, reply) =>
    sendJson(request, reply.header('cache-control', 'no-cache'), published),
  )
  app.get('/api/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', stylePolicy)
      .header('cache-control', 'no-cache')
      .send(page),
  )
}

/** The published version of the player API (docs/player-api.md). */
export const playerApiFile = new URL('../../contract/player-api.json', import.meta.url)

/** The document of the endpoints that a player's client can call, with or without a session. */
export function makePlayerApi(version: string): OpenApi {
  const { info, components, ...document } = makeOpenApi(({ access }) => access === 'public' || access === 'player')
  const { player } = components.securitySchemes
  return {
    ...document,
    info: { ...info, title: 'Fairhouse player API', version },
    components: { ...components, securitySchemes: { player: player! } },
  }
}

/** `finish` may add to an operation what only one document has. */
export function describeEndpoints(
  declarations: Declaration[],
  finish: (endpoint: Endpoint, operation: Operation) => Operation = (_endpoint, operation) => operation,
): Pick<OpenApi, 'paths' | 'tags'> & Pick<OpenApi['components'], 'schemas'> {
  const paths: OpenApi['paths'] = {}
  const tags = new Set<string>()
  for (const { module, name, endpoint } of declarations) {
    tags.add(module)
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: finish(endpoint, operationOf(module, name, endpoint)),
    }
  }
  return { paths, tags: [...tags].map((name) => ({ name })), schemas: { Error: errorSchema } }
}

/** The document of the players' site and its partners. */
export function makeOpenApi(isIncluded: (endpoint: Endpoint) => boolean = () => true): OpenApi {
  const { paths, tags, schemas } = describeEndpoints(everyEndpoint().filter((each) => isIncluded(each.endpoint)))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fairhouse API',
      version: '1',
      description:
        'Amounts are integers in the subunits of their currency. Query arrays are written with brackets. Players are known by a bearer token alone; cookies sign nobody in.',
    },
    servers: [{ url: '/' }],
    tags,
    paths,
    components: {
      securitySchemes: {
        player: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        partner: {
          type: 'apiKey',
          in: 'header',
          name: 'x-studio-signature',
          description:
            'HMAC-SHA256 over the time in x-studio-timestamp, a dot and the raw bytes of the body; payment partners sign their webhooks in a header of their own',
        },
      },
      schemas,
    },
  }
}

const errorSchema: Schema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['name', 'message'],
      properties: {
        name: { type: 'string' },
        message: { type: 'string' },
        code: { type: 'integer' },
        fields: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
        retryAfterSeconds: { type: 'integer' },
      },
    },
  },
}

function operationOf(module: string, name: string, endpoint: Endpoint): Operation {
  const parameters = [...parametersOf(endpoint, 'path'), ...parametersOf(endpoint, 'query')]
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [module],
    ...(endpoint.access !== 'public' && { security: [{ [endpoint.access]: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(endpoint),
    responses: responsesOf(endpoint),
    'x-refusals': Object.entries(refusalsOf(endpoint)).map(([refusal, { status, code }]) => ({
      name: refusal,
      status,
      ...(code !== undefined && { code }),
    })),
  }
}

const refusalsOf = (endpoint: Endpoint): Record<string, RefusalSpec> => ({
  ...impliedRefusals(endpoint),
  ...endpoint.refusals,
})

function bodyOf({ body, multipart }: Endpoint): Pick<Operation, 'requestBody'> {
  if (multipart)
    return {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: schemaOf(multipart, 'input') } } },
    }
  return body
    ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } }
    : {}
}

function parametersOf(endpoint: Endpoint, place: 'path' | 'query'): NonNullable<Operation['parameters']> {
  const source = place === 'path' ? endpoint.params : endpoint.query
  if (!source) return []
  const { properties = {}, required = [] } = schemaOf(source, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([key, schema]) => {
    const isList = schema.type === 'array'
    return {
      name: isList ? `${key}[]` : key,
      in: place,
      required: place === 'path' || required.includes(key),
      schema,
      ...(isList && { style: 'form', explode: true }),
    }
  })
}

function responsesOf(endpoint: Endpoint): Operation['responses'] {
  const refusals = Object.entries(refusalsOf(endpoint))
  const byStatus = Map.groupBy(refusals, ([, { status }]) => status)
  const schema = endpoint.reply ? schemaOf(endpoint.reply, 'output') : { type: 'object' }
  const file: Content = { '*/*': { schema: { type: 'string', format: 'binary' } } }
  return {
    200: { description: 'Success', content: endpoint.isDownload ? file : { 'application/json': { schema } } },
    ...Object.fromEntries(
      [...byStatus].map(([status, group]) => [
        status,
        {
          description: group.map(([name, refusal]) => describe(name, refusal)).join('; '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
    ),
  }
}

function impliedRefusals({ access, params, query, body }: Endpoint): Record<string, RefusalSpec> {
  return {
    ...((params ?? query ?? body) && { validation: { status: HttpStatus.unprocessable, fields: true } }),
    ...((access === 'player' || access === 'operator') && { unauthorized: { status: HttpStatus.unauthorized } }),
    ...(access === 'operator' && { notPermitted: { status: HttpStatus.forbidden } }),
  }
}

function describe(name: string, { code, description }: RefusalSpec): string {
  return `${name}${code === undefined ? '' : ` (code ${code})`}${description ? `: ${description}` : ''}`
}

export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return json
}
