/** Pays what has been earned in a currency, once, however many tabs claim it. */
import type { Subunits } from '#contract/money.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { claimRakeback as contract } from '#contract/rakeback.ts'
import type { PlayerCtx } from '../../deps.ts'
import { isExcludedIn } from '../../protection/index.ts'
import { lockStatus } from '../../identity/index.ts'
import { amountIn, ratesAt } from '../../reference/index.ts'
import { grantReward } from '../grant-reward.ts'
import { availableOf } from './internal/available.ts'
import { readCurrentTerms } from './kind.ts'
import { presentRakeback } from './read-rakeback.ts'

type Answer = Result<ReplyOf<typeof contract>, RefusalOf<typeof contract>>

/** An excluded player loses nothing: it can be claimed afterwards. */
export async function claimRakeback(ctx: PlayerCtx, { currency }: VerbInput<typeof contract>): Promise<Answer> {
  const { id: playerId } = ctx.caller.player
  return ctx.db.transaction(async (tx): Promise<Answer> => {
    const status = await lockStatus(tx, playerId)
    const isExcluded = await isExcludedIn(tx, ctx, playerId)
    const row = await tx
      .selectFrom('rewards.rakebacks')
      .selectAll()
      .where('player_id', '=', playerId)
      .where('currency', '=', currency)
      .forUpdate()
      .executeTakeFirst()
    const terms = await readCurrentTerms(tx)
    if (!row || !terms) return refuse('rakebackTooSmall')
    const now = ctx.clock.now()
    const rates = await ratesAt(tx, now)
    const amount = availableOf(row)
    // After the end of the programme the rest is paid, however little it is.
    const min = terms.state === 'active' ? amountIn(terms.data.min, currency, rates) : 1n
    if (amount < 1n || amount < min) return refuse('rakebackTooSmall')
    if (isExcluded) return refuse('playerExcluded')
    if (status !== 'active') return refuse('playerLimited')
    const claims = row.claims + 1
    await grantReward(tx, ctx, {
      playerId,
      reward: { kind: 'cash', currency, amount: amount as Subunits },
      source: 'rakeback',
      sourceId: `${currency}:${claims}`,
      title: terms.data.name,
    })
    const changed = await tx
      .updateTable('rewards.rakebacks')
      .set({ claimed: row.claimed + amount, claims, claimed_at: now })
      .where('player_id', '=', playerId)
      .where('currency', '=', currency)
      .returningAll()
      .executeTakeFirstOrThrow()
    return ok(presentRakeback(terms, changed, { currency, rates, locale: ctx.caller.locale }))
  })
}
