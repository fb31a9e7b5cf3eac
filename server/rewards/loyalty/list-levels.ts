/** The public ladder. */
import { ok, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { listLoyaltyLevels as contract, LoyaltyLevel } from '#contract/loyalty.ts'
import { toWire } from '#contract/money.ts'
import type { Ctx } from '../../deps.ts'
import { isMoney } from '../../bonuses/index.ts'
import { gameNames } from '../../play/index.ts'
import { baseCurrency, findCurrency, type Rates, ratesAt } from '../../reference/index.ts'
import { freeBetIn, type Promised, readPromised } from '../promised.ts'
import { inCurrency } from '../reward.ts'
import { readLadder, wordsIn } from './ladder.ts'

export async function listLevels(
  ctx: Ctx,
  { currency: requestedCurrency }: VerbInput<typeof contract>,
): Promise<Result<LoyaltyLevel[], 'loyaltyUnavailable'>> {
  const ladder = await readLadder(ctx.db.kysely, ctx)
  if (!ladder) return refuse('loyaltyUnavailable')
  const currency = requestedCurrency && findCurrency(requestedCurrency) ? requestedCurrency : baseCurrency
  const rates = await ratesAt(ctx.db.kysely, ctx.clock.now())
  const promised = await readPromised(ctx.db.kysely)
  const { locale } = ctx.caller
  return ok(
    ladder.data.levels.map(({ name, points, cashbackPercent, rewards, benefits }, index) => ({
      order: index + 1,
      name: wordsIn(name, locale),
      points,
      cashbackPercent,
      rewards: rewards.flatMap((reward) => present(ctx, { promised, rates }, inCurrency(reward, currency, rates))),
      benefits: benefits.map((each) => wordsIn(each, locale)),
    })),
  )
}

/** An offer that an operator has ended is not promised. */
function present(
  ctx: Ctx,
  { promised, rates }: { promised: Promised; rates: Rates },
  reward: ReturnType<typeof inCurrency>,
): LoyaltyLevel['rewards'] {
  const { locale } = ctx.caller
  if (reward.kind === 'points') return [reward]
  if (reward.kind === 'cash') return [{ kind: 'cash', amount: toWire(reward.amount), currency: reward.currency }]
  if (reward.kind === 'freeBet') {
    const freeBet = freeBetIn(promised, reward.freeBetId, { currency: reward.currency, rates, locale })
    return freeBet ? [{ kind: 'freeBet', ...freeBet, amount: toWire(freeBet.amount) }] : []
  }
  const offer = promised.offers.get(reward.bonusId)
  if (!offer) return []
  const [game = null] = isMoney(offer) ? [] : gameNames(ctx, [offer.spins.gameId])
  return [{ kind: 'offer', name: wordsIn(offer.name, locale), game }]
}
