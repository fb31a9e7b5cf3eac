import { PlayerStatus } from '#contract/identity.ts'
import type { Deps } from '../../deps.ts'

export type StatusName = keyof typeof PlayerStatus

/** What other modules ask before they act for a player, e.g. deposits refuse limited ones. */
export async function readStatus({ db }: Pick<Deps, 'db'>, playerId: string): Promise<StatusName> {
  const { status } = await db.kysely
    .selectFrom('identity.players')
    .select('status')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow()
  return (Object.keys(PlayerStatus) as StatusName[]).find((name) => PlayerStatus[name] === status)!
}
