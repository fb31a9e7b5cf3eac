/** The player's status, locked: it stays what it is until the transaction ends. Taken before wallets and limits are locked. */
import { PlayerStatus } from '#contract/identity.ts'
import type { Tx } from '../../deps.ts'

type StatusName = keyof typeof PlayerStatus

export async function lockStatus(tx: Tx, playerId: string): Promise<StatusName> {
  const { status } = await tx
    .selectFrom('identity.players')
    .select('status')
    .where('id', '=', playerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return (Object.keys(PlayerStatus) as StatusName[]).find((name) => PlayerStatus[name] === status)!
}

/** Locked like the status: decisions about sums of one player come one after the other. */
export async function lockIsVerified(tx: Tx, playerId: string): Promise<boolean> {
  const { identity_verified_at } = await tx
    .selectFrom('identity.players')
    .select('identity_verified_at')
    .where('id', '=', playerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return identity_verified_at !== null
}
