import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { KernelDeps } from '../../deps.ts'
import { deriveKey } from '../../kernel/secret.ts'
import { issueGuestToken, readGuestToken } from './guest-token.ts'

const secret = 's'.repeat(32)
const issuedAt = Date.UTC(2026, 10, 29)
/** At so many milliseconds after the token was issued. */
const at = (ms: number, bytes = 7) =>
  ({
    clock: { now: () => new Date(issuedAt + ms) },
    settings: { secret, formerSecrets: [] },
    randomBytes: (count: number) => new Uint8Array(count).fill(bytes),
  }) as unknown as KernelDeps
const token = issueGuestToken(at(0))
const key = readGuestToken(at(0), token)

test('a token counts from the moment at which it is issued for 24 hours, and names one guest throughout', () => {
  expect(key?.length).toBe(32)
  const dayMs = 86_400_000
  expect([-1, 0, dayMs, dayMs + 1].map((ms) => readGuestToken(at(ms), token)?.equals(key!) ?? null)).toEqual([
    null,
    true,
    true,
    null,
  ])
  expect(readGuestToken(at(0), issueGuestToken(at(0, 8)))!.equals(key!)).toBe(false)
})

test('anything else is nobody: another kind, signature, length or part', () => {
  const [, payload, signature] = token.split('.')
  const short = Buffer.alloc(23).toString('base64url')
  const signed = createHmac('sha256', deriveKey(secret, 'chat-guest')).update(short).digest('base64url')
  for (const text of [
    null,
    '',
    'guest',
    'guest..',
    `guest.${payload}`,
    `player.${payload}.${signature}`,
    `guest.${payload}.${Buffer.alloc(32).toString('base64url')}`,
    `guest.A${payload!.slice(1)}.${signature}`,
    `${token}.more`,
    `guest.${short}.${signed}`,
  ])
    expect([text, readGuestToken(at(0), text)]).toEqual([text, null])
})
