/** The bonus chosen with a deposit: checked when the deposit starts, granted when it is settled. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { GameDeps, KernelDeps, Tx } from '../deps.ts'
import { availableOffers } from './available.ts'
import { ratesAt } from '../reference/index.ts'
import { fits } from './internal/amounts.ts'

/** `amount` is null if the payer determines it; the bonus is then checked when the money arrives. */
export type DepositWish = {
  playerId: string
  currency: string
  amount: bigint | null
  bonusId?: string | null | undefined
  bonusTermsVersion?: number | undefined
  isBonusDecline?: boolean | undefined
}

/** The version whose terms the player was shown, which apply when the money arrives. */
export type ChosenBonus = { id: string; version: number }

export async function chooseForDeposit(
  tx: Tx,
  ctx: KernelDeps & GameDeps,
  { playerId, currency, amount, bonusId, bonusTermsVersion, isBonusDecline }: DepositWish,
): Promise<Result<ChosenBonus | null, 'bonusNotAvailable' | 'bonusTermsChanged'>> {
  if (isBonusDecline || !bonusId) return ok(null)
  const offer = (await availableOffers(tx, ctx, playerId)).find(({ id }) => id === bonusId)
  const rates = await ratesAt(tx, ctx.clock.now())
  if (!offer || (amount !== null && !fits(offer, currency, amount, rates))) return refuse('bonusNotAvailable')
  if (bonusTermsVersion !== undefined && bonusTermsVersion !== offer.version) return refuse('bonusTermsChanged')
  return ok({ id: offer.id, version: offer.version })
}
