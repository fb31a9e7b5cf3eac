/** A ladder that comes into force raises whoever has the points of a higher level by it, without waiting for a stake. */
import type { Deps, Tx } from '../../deps.ts'
import { activeWithout, type Definition } from '../../kernel/definitions/definitions.ts'
import { raise } from './internal/add-points.ts'
import { type Ladder, ladderIdentity, levels, readLadder } from './ladder.ts'

const batch = 500

export const laddersDue = activeWithout('rewards.loyalty_ladders', levels.kind, ladderIdentity)

/** Returns how many players it raised. Interrupted, it starts again: who was raised is not raised twice. */
export async function applyLadder(deps: Deps): Promise<number> {
  const ladder = await readLadder(deps.db.kysely, deps)
  if (!ladder) return 0
  let raised = 0
  let last: string | null = null
  for (;;) {
    const page: Page | null = await deps.db.transaction((tx) => raisePage(tx, deps, ladder, last))
    // Another ladder has replaced it: that one is applied next.
    if (!page) return raised
    raised += page.raised
    last = page.last
    if (page.last === null) break
  }
  await deps.db.kysely
    .insertInto('rewards.loyalty_ladders')
    .values({ version: ladder.version, applied_at: deps.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return raised
}

type Page = { raised: number; last: string | null }

/** Rows are locked in the order of the players' ids, as by every writer of many of them. */
async function raisePage(tx: Tx, deps: Deps, ladder: Definition<Ladder>, last: string | null): Promise<Page | null> {
  if ((await readLadder(tx, deps))?.version !== ladder.version) return null
  const accounts = await tx
    .selectFrom('rewards.loyalty_accounts')
    .select(['player_id', 'earned', 'lost', 'level', 'version'])
    .$if(last !== null, (query) => query.where('player_id', '>', last!))
    .orderBy('player_id')
    .limit(batch)
    .forUpdate()
    .execute()
  const raised = await raise(tx, deps, ladder, accounts)
  return { raised, last: accounts.length < batch ? null : accounts.at(-1)!.player_id }
}
