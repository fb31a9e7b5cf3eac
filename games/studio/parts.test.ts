import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newRoundId } from './parts.ts'

test('round ids are version 7 UUIDs: ordered by millisecond, and unique within one', () => {
  let at = Date.UTC(2026, 10, 21)
  const ids = Array.from({ length: 300 }, () => newRoundId({ clock: { now: () => new Date(at++) }, randomBytes }))
  for (const id of ids) expect(z.uuidv7().safeParse(id).success, id).toBe(true)
  expect(ids.toSorted()).toEqual(ids)
  const still = { clock: { now: () => new Date(at) }, randomBytes }
  expect(new Set(Array.from({ length: 300 }, () => newRoundId(still))).size).toBe(300)
})

test('the same clock and random bytes give the same id', () => {
  const parts = {
    clock: { now: () => new Date(0x0123456789ab) },
    randomBytes: (size: number) => new Uint8Array(size).fill(0xff),
  }
  expect(newRoundId(parts)).toBe('01234567-89ab-77ff-bfff-ffffffffffff')
})
