/** The OpenAPI document of the desk, beside the one of players. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { everyEndpoint } from '#contract/api.ts'
import { formatOpenApi } from '#scripts/format-openapi.ts'
import { testDesk } from '#tests/setup/desk.ts'
import { deskRoutes } from '../modules.ts'
import { makeOpenApi, makePlayerApi, type OpenApi } from '../reference/openapi.ts'
import { deskApiFile, makeDeskApi } from './desk-api.ts'

const document = makeDeskApi(deskRoutes)
const operationsOf = ({ paths }: OpenApi): string[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .toSorted()

test('has every call of the desk with its scope, and each under a name of its own', () => {
  expect(operationsOf(document)).toEqual(
    deskRoutes.map(({ endpoint: { method, path } }) => `${method} ${path}`).toSorted(),
  )
  for (const { endpoint, secondPerson } of deskRoutes) {
    const operation = document.paths[endpoint.path]![endpoint.method.toLowerCase()]!
    const scopes =
      endpoint.access === 'operator' ? [[endpoint.scope].filter(Boolean), [endpoint.scope].filter(Boolean)] : []
    expect((operation.security ?? []).map(({ session, token }) => session ?? token)).toEqual(scopes)
    expect('202' in operation.responses, endpoint.path).toBe(Boolean(secondPerson))
  }
  const names = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((each) => each.operationId),
  )
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test("shares no call with the documents of the players' site, which have none for operators", () => {
  const ofDesk = new Set(operationsOf(document))
  for (const other of [makePlayerApi('1.0.0'), makeOpenApi()]) {
    expect(operationsOf(other).filter((operation) => ofDesk.has(operation))).toEqual([])
    expect(JSON.stringify(other)).not.toMatch(/forgeryToken|x-desk-token|"operator"/)
  }
  expect(everyEndpoint().filter(({ endpoint }) => endpoint.access === 'operator')).toEqual([])
  expect(deskRoutes.filter(({ endpoint }) => !['operator', 'public'].includes(endpoint.access))).toEqual([])
})

test('is stored as the contract is now; "npm run desk-api" writes it', () => {
  expect(readFileSync(deskApiFile, 'utf8') === formatOpenApi(document)).toBe(true)
})

test('is served by the desk as data and as a page', async () => {
  const desk = await testDesk()
  const { status, body } = await desk.call({ url: '/api/openapi.json' })
  expect([status, body.info.title]).toEqual([200, 'Fairhouse desk API'])
  const page = await desk.server.inject('/api/docs')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.body).toContain('Decide')
  expect(page.body).not.toContain('player.json')
  await desk.close()
})
