/** Adds a code. A wrong one is an answer, not an error; how often one may guess is limited. */
import { randomUUID } from 'node:crypto'
import { BonusCodeStatus, BonusTrigger } from '#contract/bonuses.ts'
import type * as contract from '#contract/bonuses.ts'
import { playerChannel } from '#contract/channels.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { append } from '../../outbox/append.ts'
import { mayAttempt } from '../../platform/attempts.ts'
import { offersOf } from './internal/offers.ts'

type Endpoint = typeof contract.addBonusCode
const guesses = { max: 20, windowSeconds: 3600 }

export async function addBonusCode(
  ctx: PlayerCtx,
  { bonusCode, trigger }: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  const { id: playerId } = ctx.caller.player
  if (!(await mayAttempt(ctx, [{ key: `bonus-code:${playerId}`, limit: guesses }]))) return refuse('tooManyAttempts')
  const code = bonusCode.trim().toUpperCase()
  const offer = offersOf(ctx.settings).find((each) => each.code === code)
  if (!offer) return ok({ id: null, bonusCode: code, status: BonusCodeStatus.incorrect })
  // Every code that there is belongs to a deposit; asked about with another trigger it is not to be had.
  if (trigger !== BonusTrigger.deposit) return ok({ id: null, bonusCode: code, status: BonusCodeStatus.notAvailable })
  const id = randomUUID()
  const added = await ctx.db.transaction(async (tx) => {
    const row = await tx
      .insertInto('bonuses.player_codes')
      .values({ id, player_id: playerId, code, bonus_id: offer.id, trigger, added_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row)
      await append(tx, {
        channel: playerChannel('bonus:player-bonus-codes', playerId),
        event: 'playerBonusCode',
        payload: { playerBonusCodeId: id, bonusCode: code, bonusId: offer.id, trigger },
        version: 1,
      })
    return row
  })
  return ok(
    added
      ? { id, bonusCode: code, status: BonusCodeStatus.added }
      : { id: null, bonusCode: code, status: BonusCodeStatus.notAvailable },
  )
}
