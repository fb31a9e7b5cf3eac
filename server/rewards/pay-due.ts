/** Pays the cash that excluded players earned, once their exclusion is over. */
import type { Deps } from '../deps.ts'
import { workThrough } from '../kernel/jobs/work-through.ts'
import { lockStatus } from '../identity/index.ts'
import { settle } from './grant-reward.ts'

type Due = { id: string; player_id: string; created_at: Date }

/** Returns how many were settled. */
export function payDue(deps: Deps): Promise<number> {
  return workThrough<Due>(deps.log, {
    name: 'a reward that is due',
    read: (last, size) =>
      deps.db.kysely
        .selectFrom('rewards.grants')
        .select(['id', 'player_id', 'created_at'])
        .where('status', '=', 'due')
        .$if(last !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('created_at', 'id'), '>', tuple(last!.created_at, last!.id)),
          ),
        )
        .orderBy('created_at')
        .orderBy('id')
        .limit(size)
        .execute(),
    settle: (due) => payOne(deps, due),
  })
}

function payOne(deps: Deps, { id, player_id }: Due): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const status = await lockStatus(tx, player_id)
    const row = await tx
      .selectFrom('rewards.grants')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'due')
      .forUpdate()
      .executeTakeFirst()
    return row !== undefined && (await settle(tx, deps, row, { status, promisedAt: row.created_at })) !== 'due'
  })
}
