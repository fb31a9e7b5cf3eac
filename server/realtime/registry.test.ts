import { expect, test } from 'vitest'
import type { Connection } from './connection.ts'
import { Registry } from './registry.ts'

const connection = (sessionId: string): Connection =>
  ({ phase: 'open', identity: { playerId: 'p', sessionId, expiresAt: new Date() } }) as Connection

// Shows: ASVS 1.4.3
test('nothing references a connection that has ended', () => {
  const registry = new Registry()
  const [one, two] = [connection('s'), connection('s')]
  for (const each of [one, two]) {
    registry.add(each, 'address')
    registry.opened(each)
  }
  registry.ended(one)
  expect(registry.online).toBe(1)
  expect(registry.closeSession('s', 0)).toEqual([two])
  registry.ended(two)
  expect(registry.closeSession('s', 0)).toEqual([])
  expect([registry.all.size, registry.countOf('address')]).toEqual([0, 0])
})

test('a closed session is remembered for a minute, longer than any token check takes', () => {
  const registry = new Registry()
  registry.closeSession('early', 0)
  registry.closeSession('late', 30_000)
  registry.forgetClosedSessions(59_999)
  expect(registry.isSessionClosed('early')).toBe(true)
  registry.forgetClosedSessions(60_000)
  expect([registry.isSessionClosed('early'), registry.isSessionClosed('late')]).toEqual([false, true])
})
