import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { makePlayerApi, type OpenApi, playerApiFile, type Schema } from '#server/reference/openapi.ts'
import { findBreaks } from './compatibility.ts'

// Shows: 11.44
test('no published operation of the player API has changed incompatibly; "npm run publish-player-api" lists such changes', () => {
  const published = JSON.parse(readFileSync(playerApiFile, 'utf8')) as OpenApi
  expect(Object.keys(published.paths).length).toBeGreaterThan(100)
  expect(findBreaks(published, makePlayerApi(published.info.version))).toEqual([])
})

const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const text = { type: 'string' }
const count = { type: 'integer', minimum: 0, maximum: 100 }
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
const oneOf = (...values: string[]): Schema => ({ type: 'string', enum: values })

type Parts = {
  path?: string
  name?: string
  isPublic?: boolean
  query?: Record<string, { schema: Schema; required?: boolean }>
  body?: Schema
  reply?: Schema
  refusals?: Array<{ name: string; status: number; code?: number }>
}
function api({ path = '/api/things', name = 'listThings', isPublic, query, body, reply, refusals }: Parts): OpenApi {
  const json = (schema: Schema) => ({ 'application/json': { schema } })
  return {
    openapi: '3.1.0',
    info: { title: '', version: '1.0.0', description: '' },
    servers: [],
    tags: [],
    components: { securitySchemes: {}, schemas: { Thing: object({ id: text }) } },
    paths: {
      [path]: {
        post: {
          operationId: name,
          summary: '',
          tags: [],
          ...(!isPublic && { security: [{ player: [] }] }),
          ...(query && {
            parameters: Object.entries(query).map(([key, { schema, required = false }]) => ({
              name: key,
              in: 'query' as const,
              required,
              schema,
            })),
          }),
          ...(body && { requestBody: { required: true as const, content: json(body) } }),
          responses: { 200: { description: '', content: json(reply ?? { type: 'object' }) } },
          'x-refusals': refusals ?? [],
        },
      },
    },
  }
}

describe('changes that break clients are found', () => {
  test.each<[string, Parts, Parts, string]>([
    ['another path', {}, { path: '/api/other' }, 'POST /api/things is gone'],
    ['another name', {}, { name: 'readThings' }, 'is named readThings instead of listThings'],
    ['a session that was not needed', { isPublic: true }, {}, 'asks for a session'],
    ['a new required parameter', {}, { query: { page: { schema: count, required: true } } }, 'page is required'],
    ['a parameter that is gone', { query: { page: { schema: count } } }, {}, 'the parameter page is gone'],
    ['a body that was not needed', {}, { body: object({ id: text }) }, 'asks for a body'],
    ['a new required field', { body: object({}) }, { body: object({ id: text }) }, 'body.id is required'],
    [
      'an optional field that becomes required',
      { body: object({ id: text }, []) },
      { body: object({ id: text }) },
      'body.id is required',
    ],
    [
      'a field that is no longer read',
      { body: object({ id: text }) },
      { body: object({}) },
      'body.id is no longer read',
    ],
    [
      'a value that is no longer accepted',
      { body: object({ kind: oneOf('a', 'b') }) },
      { body: object({ kind: oneOf('a') }) },
      'body.kind no longer accepts b',
    ],
    [
      'a lower maximum',
      { body: object({ n: count }) },
      { body: object({ n: { ...count, maximum: 9 } }) },
      'accepts less',
    ],
    [
      'a new pattern',
      { body: object({ id: text }) },
      { body: object({ id: { ...text, pattern: '^a' } }) },
      'accepts less',
    ],
    [
      'null that is no longer accepted',
      { body: object({ id: nullable(text) }) },
      { body: object({ id: text }) },
      'null',
    ],
    ['an answered field that is gone', { reply: object({ id: text }) }, { reply: object({}) }, 'answer.id is gone'],
    [
      'an answered field that can be missing',
      { reply: object({ id: text }) },
      { reply: object({ id: text }, []) },
      'answer.id can be missing',
    ],
    [
      'an answered field that can be null',
      { reply: object({ list: { type: 'array', items: object({ id: text }) } }) },
      { reply: object({ list: { type: 'array', items: object({ id: nullable(text) }) } }) },
      'answer.list[].id can now be null',
    ],
    ['another type', { reply: object({ n: count }) }, { reply: object({ n: text }) }, 'answer.n'],
    ['a fraction', { reply: object({ n: count }) }, { reply: object({ n: { type: 'number' } }) }, 'answer.n'],
    [
      'a text that was an enumeration',
      { reply: object({ kind: oneOf('a') }) },
      { reply: object({ kind: text }) },
      'answer.kind is no longer one of a',
    ],
    [
      'another field of a shared schema',
      { reply: { $ref: '#/components/schemas/Thing' } },
      { reply: object({ name: text }) },
      'answer.id',
    ],
    [
      'another code of a refusal',
      { refusals: [{ name: 'tooMany', status: 422, code: 1 }] },
      { refusals: [{ name: 'tooMany', status: 422, code: 2 }] },
      'tooMany has another status or code',
    ],
  ])('%s', (_what, before, after, problem) => {
    expect(findBreaks(api(before), api(after)).join('\n')).toContain(problem)
  })
})

describe('changes that clients do not notice are compatible', () => {
  const kind = (name: string) => object({ kind: { type: 'string', const: name }, id: text })
  test.each<[string, Parts, Parts]>([
    ['nothing', { body: object({ id: text }) }, { body: object({ id: text }) }],
    ['a call that needs no session any more', {}, { isPublic: true }],
    ['a new optional parameter', {}, { query: { page: { schema: count } } }],
    ['a new optional field', { body: object({}) }, { body: object({ id: text }, []) }],
    ['a field that may now be left out', { body: object({ id: text }) }, { body: object({ id: text }, []) }],
    ['another value that is accepted', { body: object({ k: oneOf('a') }) }, { body: object({ k: oneOf('a', 'b') }) }],
    ['a higher maximum', { body: object({ n: count }) }, { body: object({ n: { ...count, maximum: 101 } }) }],
    ['a new answered field', { reply: object({}) }, { reply: object({ id: text }) }],
    ['another value that is answered', { reply: object({ k: oneOf('a') }) }, { reply: object({ k: oneOf('a', 'b') }) }],
    ['another kind of object', { reply: { oneOf: [kind('a')] } }, { reply: { oneOf: [kind('a'), kind('b')] } }],
    ['null that is no longer answered', { reply: object({ id: nullable(text) }) }, { reply: object({ id: text }) }],
    [
      'the same schema, written out',
      { reply: { $ref: '#/components/schemas/Thing' } },
      { reply: object({ id: text }) },
    ],
    ['a new refusal', {}, { refusals: [{ name: 'tooMany', status: 422 }] }],
  ])('%s', (_what, before, after) => {
    expect(findBreaks(api(before), api(after))).toEqual([])
  })
})
