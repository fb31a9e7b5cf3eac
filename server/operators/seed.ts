/**
 * Demo operators, one for each shipped role and a second manager, who approves what the first asks for: seeded with the
 * demo data, never in production.
 */
import { randomUUID } from 'node:crypto'
import { Secret } from 'otpauth'
import { demoAuthenticatorKey } from '#sandbox/pages/authenticator.ts'
import type { KernelDeps } from '../deps.ts'
import { hashPassword } from '../identity/index.ts'
import { sealAuthenticator } from './authenticator.ts'
import { lockOperators } from './operators.ts'
import { readRoles } from './roles.ts'

/** The authenticator's key is public as the password is; the sandbox shows its current code. */
export const demoOperators = { password: 'open-the-desk' }

export async function seedOperators(deps: KernelDeps): Promise<void> {
  const { db, clock, randomBytes } = deps
  const roles = await readRoles(db.kysely)
  const known = await db.kysely.selectFrom('operators.operators').select('name').execute()
  const people = [...roles.map(({ role }) => ({ name: role, role })), { name: 'deputy', role: 'manager' }]
  const missing = people.filter(({ name }) => !known.some((each) => each.name === name))
  if (missing.length === 0) return
  const passwordHash = await hashPassword(demoOperators.password, randomBytes(16))
  const key = Secret.fromBase32(demoAuthenticatorKey).bytes
  await db.transaction(async (tx) => {
    await lockOperators(tx)
    for (const { name, role } of missing) {
      const id = randomUUID()
      await tx
        .insertInto('operators.operators')
        .values({
          id,
          name,
          roles: [role],
          enrolled_at: clock.now(),
          password_hash: passwordHash,
          authenticator_key: sealAuthenticator(deps, id, key),
          created_at: clock.now(),
        })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
    }
  })
}
