import { expect, test } from 'vitest'
import { z } from 'zod'
import { inquired, parseJson, read } from './call.ts'

const shape = z.object({ id: z.string() })
const statusOf = (status: number, body: unknown = { id: 'x' }) => {
  const result = read({ status, body }, shape)
  return result.ok ? 'ok' : result.refusal
}

test('an answer is usable only with a status of success and the expected body', () => {
  expect([200, 201, 299].map((status) => statusOf(status))).toEqual(['ok', 'ok', 'ok'])
  expect(read({ status: 200, body: { id: 'x', more: 1 } }, shape)).toMatchObject({ ok: true, value: { id: 'x' } })
  expect([199, 300, 304].map((status) => statusOf(status))).toEqual(Array(3).fill('unavailable'))
  for (const body of [null, '', {}, { id: 1 }]) expect(statusOf(200, body), JSON.stringify(body)).toBe('unavailable')
  expect(read({ status: 200, body: undefined }, shape)).toMatchObject({ refusal: 'unavailable' })
  // PostgreSQL cannot store this character.
  expect(statusOf(200, { id: 'a\0b' })).toBe('unavailable')
})

test('only a status about the payment refuses it; one about the call leaves it open', () => {
  expect(statusOf(404)).toBe('unknown')
  expect([400, 402, 409, 410, 422, 451, 499].map((status) => statusOf(status))).toEqual(Array(7).fill('refused'))
  const open = [401, 403, 405, 408, 425, 429, 500, 502, 503, 504]
  expect(open.map((status) => statusOf(status))).toEqual(open.map(() => 'unavailable'))
})

test('to an inquiry, an unknown payment is an answer, and a refusal is none', () => {
  const present = ({ id }: { id: string }) => id
  expect(inquired(read({ status: 200, body: { id: 'x' } }, shape), present)).toMatchObject({ ok: true, value: 'x' })
  expect(inquired(read({ status: 404, body: null }, shape), present)).toMatchObject({ ok: true, value: null })
  for (const status of [400, 401, 500])
    expect(inquired(read({ status, body: null }, shape), present)).toMatchObject({ ok: false, refusal: 'unavailable' })
})

test('a body that is not JSON is no body', () => {
  expect(parseJson('{"id":"x"}')).toEqual({ id: 'x' })
  for (const text of ['', '<html>', '{"id":']) expect(parseJson(text)).toBeUndefined()
})
