/** Swaps between a player's own currencies at the operator's exchange rates. */
import * as contract from '#contract/swaps.ts'
import { sql } from 'kysely'
import { defineModule } from '../../kernel/module.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { bind } from '../../kernel/http/bind.ts'
import { timelineSource } from '../../kernel/timeline.ts'
import { inUnits } from '../../reference/index.ts'
import { invariants } from './invariants.ts'
import { confirmSwap } from './confirm-swap.ts'
import { quoteSwap } from './quote-swap.ts'
import { readSwapTerms } from './read-swap-terms.ts'

const everyMs = 600_000

export const jobs = ({ db, clock }: Deps): Job[] => [
  {
    name: 'swap-quotes',
    everyMs,
    isExclusive: true,
    run: () =>
      db.kysely
        .deleteFrom('wallet.swaps')
        .where('confirmed_at', 'is', null)
        .where('expires_at', '<', new Date(clock.now().getTime() - everyMs))
        .execute(),
  },
]

const lifecycle: PlayerLifecycle = {
  sections: {
    swaps: ({ db }, playerId) =>
      db.kysely
        .selectFrom('wallet.swaps')
        .selectAll()
        .where('player_id', '=', playerId)
        .where('confirmed_at', 'is not', null)
        .orderBy('confirmed_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}

export const routes = [
  bind(contract.readSwapTerms, readSwapTerms),
  bind(contract.quoteSwap, quoteSwap),
  bind(contract.confirmSwap, confirmSwap),
]

type Swap = { from_currency: string; to_currency: string; from_amount: bigint; to_amount: bigint; rate: string }

/** Swaps in the timeline of a player. */
const timeline = [
  timelineSource<Swap>({
    name: 'swaps',
    kind: 'money',
    scope: 'cashier:read',
    from: sql`wallet.swaps`,
    where: (playerId) => sql`player_id = ${playerId} AND confirmed_at IS NOT NULL`,
    at: sql`confirmed_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`from_currency, to_currency, from_amount, to_amount, rate`,
    show: ({ from_currency, to_currency, from_amount, to_amount, rate }) => ({
      what: 'swap',
      detail: [inUnits(to_amount, to_currency), rate],
      amount: inUnits(-from_amount, from_currency),
    }),
  }),
]

export default defineModule({
  name: 'swaps',
  tables: ['wallet.swaps'],
  routes,
  jobs,
  invariants,
  lifecycle,
  timeline,
})
