import { expect, test } from 'vitest'
import { everyEndpoint } from '#contract/api.ts'
import { renderDocument } from './internal/openapi-page.ts'
import { makeOpenApi, makePlayerApi } from './openapi.ts'

const document = makeOpenApi()

test('every endpoint of the contract is in the document, once', () => {
  const operations = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(operations.toSorted()).toEqual(
    everyEndpoint()
      .map(({ name }) => name)
      .toSorted(),
  )
  expect(new Set(operations).size).toBe(operations.length)
})

// Shows: 11.44
test('the player API has every call of guests and players, and none of partners or operators', () => {
  const operations = Object.values(makePlayerApi('1.2.0').paths).flatMap((methods) => Object.values(methods))
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    everyEndpoint()
      .filter(({ endpoint }) => endpoint.access === 'public' || endpoint.access === 'player')
      .map(({ name }) => name)
      .toSorted(),
  )
  expect(JSON.stringify(operations)).not.toMatch(/"(operator|partner)":\[\]/)
})

test('every placeholder of a path is a declared parameter', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const operation of Object.values(methods)) {
      const declared = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name)
      expect(declared.toSorted(), path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).toSorted())
    }
  }
})

test('a refusal is documented with its status and code', () => {
  expect(document.paths['/api/payment/methods/deposit']!.get!.responses['422']!.description).toContain(
    'depositLimitReached (code 13100)',
  )
})

test('the page needs no script and escapes what it shows', () => {
  const page = renderDocument({ ...document, info: { ...document.info, title: '<script>' } }, '')
  expect(page).not.toMatch(/<script/i)
})
