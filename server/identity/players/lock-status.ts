/** The player's status, locked until the transaction ends. */
import { PlayerStatus } from '#contract/identity.ts'
import type { Tx } from '../../deps.ts'

export type StatusName = keyof typeof PlayerStatus

export const statusName = (status: number): StatusName =>
  (Object.keys(PlayerStatus) as StatusName[]).find((name) => PlayerStatus[name] === status)!

export async function lockStatus(tx: Tx, playerId: string): Promise<StatusName> {
  const { status } = await tx
    .selectFrom('identity.players')
    .select('status')
    .where('id', '=', playerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return statusName(status)
}

/** Whether the identity is verified; locks the player, so that decisions about the player's totals are serialized. */
export async function lockIsVerified(tx: Tx, playerId: string): Promise<boolean> {
  const { identity_verified_at } = await tx
    .selectFrom('identity.players')
    .select('identity_verified_at')
    .where('id', '=', playerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return identity_verified_at !== null
}
