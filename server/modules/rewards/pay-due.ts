/** Pays the cash that excluded players earned, once their exclusion is over. */
import type { Deps } from '../../deps.ts'
import { lockStatus } from '../players/lock-status.ts'
import { settle } from './grant-reward.ts'

const batch = 100

/** Returns how many were settled. */
export async function payDue(deps: Deps): Promise<number> {
  let settled = 0
  let after: { created_at: Date; id: string } | undefined
  for (;;) {
    const rows = await deps.db.kysely
      .selectFrom('rewards.grants')
      .select(['id', 'player_id', 'created_at'])
      .where('status', '=', 'due')
      .$if(after !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created_at', 'id'), '>', tuple(after!.created_at, after!.id)),
        ),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const { id, player_id } of rows) settled += (await payOne(deps, id, player_id)) ? 1 : 0
    after = rows.at(-1)
    if (rows.length < batch) return settled
  }
}

async function payOne(deps: Deps, id: string, playerId: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const status = await lockStatus(tx, playerId)
    const row = await tx
      .selectFrom('rewards.grants')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'due')
      .forUpdate()
      .executeTakeFirst()
    return row !== undefined && (await settle(tx, deps, row, status)) !== 'due'
  })
}
