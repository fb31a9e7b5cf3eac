import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

// Shows: ASVS 15.2.2
test('a sign-in does not wait for the hashes of registrations', async () => {
  const stored = await hashPassword('a quiet harbour', randomBytes(16))
  const done: string[] = []
  const registrations = Array.from({ length: 40 }, async () => {
    await hashPassword('another harbour', randomBytes(16))
    done.push('registration')
  })
  const signIns = Array.from({ length: 3 }, async () => {
    expect(await verifyPassword('a quiet harbour', stored)).toBe(true)
    done.push('sign-in')
  })
  await Promise.all([...registrations, ...signIns])
  // Hashes in progress are finished first, one on each thread.
  expect(done.lastIndexOf('sign-in')).toBeLessThan(10)
})
