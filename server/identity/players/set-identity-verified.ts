import type { Tx } from '../../deps.ts'

/** From `at` on, names and birth date cannot be changed; null unlocks them. False for an unknown player. */
export async function setIdentityVerified(tx: Tx, playerId: string, at: Date | null): Promise<boolean> {
  const row = await tx
    .updateTable('identity.players')
    .set((eb) => ({ identity_verified_at: at === null ? null : eb.fn.coalesce('identity_verified_at', eb.val(at)) }))
    .where('id', '=', playerId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
