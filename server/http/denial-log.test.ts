import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Caller } from '../deps.ts'
import { createDenialLog } from './denial-log.ts'

const player = { id: 'p1', sessionId: 's1' }
function logOf() {
  const lines: Array<Record<string, unknown>> = []
  const record = createDenialLog({ now: () => new Date(0) })
  const request = { log: { warn: (line: Record<string, unknown>) => lines.push(line) } } as unknown as FastifyRequest
  const deny = (status: number, access: 'public' | 'player', caller: object) => {
    const endpoint = { method: 'GET', path: '/x', access } as unknown as Endpoint
    record(request, endpoint, caller as Caller, { status, body: { error: { name: 'refused' } } })
    return lines.length
  }
  return { lines, deny }
}

test('a call without a session or permission is logged, and a missing subject only where a session is needed', () => {
  const { lines, deny } = logOf()
  const caller = { ip: '192.0.2.1', player: null }
  expect([401, 403].map((status) => deny(status, 'public', caller))).toEqual([1, 2])
  expect(deny(404, 'player', caller)).toBe(3)
  expect(deny(404, 'public', caller)).toBe(3)
  expect([200, 400, 409, 422, 429, 500].map((status) => deny(status, 'player', caller))).toEqual(Array(6).fill(3))
  expect(lines[0]).toEqual({ method: 'GET', path: '/x', status: 401, refusal: 'refused', ip: '192.0.2.1' })
})

test('a player counts as one caller from any address, and takes no lines from others at the same one', () => {
  const { lines, deny } = logOf()
  for (let index = 0; index < 12; index++) deny(403, 'player', { ip: `192.0.2.${index}`, player })
  expect(lines).toHaveLength(10)
  expect(lines[9]).toMatchObject({ ip: '192.0.2.9', player: 'p1', session: 's1' })
  expect(deny(403, 'player', { ip: '192.0.2.0', player: null })).toBe(11)
  expect(deny(403, 'player', { ip: '192.0.2.0', player: { ...player, id: 'p2' } })).toBe(12)
})
