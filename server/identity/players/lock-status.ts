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
