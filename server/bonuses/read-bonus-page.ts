/** The page of a package or of one offer, rendered from the offers themselves, with the player's own state. */
import type * as contract from '#contract/bonuses.ts'
import { ok, type RefusalOf, refuse, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx } from '../deps.ts'
import { offeredCurrencyOf } from '../reference/index.ts'
import { readActiveCurrency } from '../wallet/index.ts'
import { readPolicy } from '../kernel/policy.ts'
import { policyOf } from '../identity/index.ts'
import { offerStates } from './available.ts'
import { brokenRule } from './internal/permitted.ts'
import { presentOffer } from './internal/present-offer.ts'
import { type Offer, readOffers } from './offers.ts'

type Read = typeof contract.readBonusPage

export async function readBonusPage(
  ctx: Ctx,
  { identity }: VerbInput<Read>,
): Promise<Result<ReplyOf<Read>, RefusalOf<Read>>> {
  const { caller, settings, reference } = ctx
  const playerId = caller.player?.id ?? null
  const policy = await (playerId
    ? policyOf(ctx.db.kysely, settings, playerId)
    : readPolicy(caller.country ?? settings.defaultCountry, settings))
  const offers = (await readOffers(ctx.db.kysely))
    .filter((offer) => offer.trigger === 'deposit' && isOn(offer, identity) && brokenRule(offer, policy, ctx) === null)
    .toSorted((a, b) => (deposit(a) < deposit(b) ? -1 : Number(deposit(a) > deposit(b))))
  const first = offers[0]
  if (!first) return refuse('bonusPageNotFound')
  const own = playerId && (await readActiveCurrency(ctx.db.kysely, playerId))
  const currency = own ?? offeredCurrencyOf(reference, caller.country ?? settings.defaultCountry)
  const states = await offerStates(ctx.db.kysely, ctx, playerId, offers)
  const inLocale = (words: Record<string, string>) => words[caller.locale] ?? words.en!
  return ok({
    identity,
    name: inLocale(first.package?.id === identity ? first.package.name : first.name),
    currency,
    offers: offers.map((offer) => ({
      offer: presentOffer(offer, { currency, rates: reference.rates() }, caller.locale),
      deposit: offer.depositNumber?.from ?? null,
      code: offer.code ?? null,
      state: states.get(offer.id)!,
    })),
  })
}

/** Offers for any deposit come last. */
function deposit({ depositNumber }: Offer): number {
  return depositNumber?.from ?? Infinity
}

function isOn(offer: Offer, identity: string): boolean {
  return offer.id === identity || offer.package?.id === identity
}
