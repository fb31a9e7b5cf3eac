/** Every declared endpoint is served by exactly one verb, and nothing else is served. */
import { expect, test } from 'vitest'
import { everyEndpoint } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { deskRoutes, routes as bound } from '#server/modules.ts'

const deskContract = import.meta.glob<Record<string, unknown>>('../contract/desk/*.ts', { eager: true })
const declared = everyEndpoint().map(({ endpoint }) => endpoint)
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

// Shows: 7.1.3
test('every endpoint of the contract has one bound route, and every bound route is in the contract', () => {
  expect(bound.map(({ endpoint }) => nameOf(endpoint)).toSorted()).toEqual(declared.map(nameOf).toSorted())
})

test('every endpoint of the desk has one bound route, and every bound route of the desk is in the contract', () => {
  const isEndpoint = (value: unknown): value is Endpoint =>
    typeof value === 'object' && value !== null && 'access' in value && 'path' in value
  // An area's definitions have endpoints of the same names as another's, one level deeper.
  const endpointsIn = (value: unknown, depth: number): Endpoint[] =>
    isEndpoint(value)
      ? [value]
      : depth > 0 && typeof value === 'object' && value !== null
        ? Object.values(value).flatMap((each) => endpointsIn(each, depth - 1))
        : []
  const endpoints = Object.values(deskContract).flatMap((module) => endpointsIn(module, 3))
  expect(endpoints.length).toBeGreaterThan(10)
  expect(deskRoutes.map(({ endpoint }) => nameOf(endpoint)).toSorted()).toEqual(endpoints.map(nameOf).toSorted())
})

test('no two endpoints share a method and a path', () => {
  const names = declared.map(nameOf)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('only partner calls are verified over their raw bytes', () => {
  for (const { endpoint, verify } of bound)
    expect(verify !== undefined, nameOf(endpoint)).toBe(endpoint.access === 'partner')
})

// Shows: attack 56, ASVS 3.5.3
test('a call that changes something is never a GET, and a GET has no body', () => {
  expect(declared.filter(({ method, body }) => method === 'GET' && body !== undefined).map(nameOf)).toEqual([])
})
