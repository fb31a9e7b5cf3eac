import { ok, type Ok, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerInit } from '#contract/settings.ts'
import type * as contract from '#contract/settings.ts'
import type { Ctx } from '../deps.ts'
import { policyOfCaller, switchedOffFor } from '../identity/index.ts'
import { offeredCurrencyOf, restrictionOf, sportsbookSwitch } from '../reference/index.ts'
import { chooseLocale } from '../kernel/locales.ts'

/**
 * The assumed country determines the currency and the form's default. Language and restriction depend only on a country
 * that the request's header states.
 */
export async function initPlayer(ctx: Ctx, input: VerbInput<typeof contract.initPlayer>): Promise<Ok<PlayerInit>> {
  const { settings, caller } = ctx
  const country = caller.country ?? settings.defaultCountry
  const { minimumAge, hasBreakButton } = await policyOfCaller(ctx)
  const isSportsbookOff = (await switchedOffFor(ctx)).has(sportsbookSwitch)
  const { restrict, restrictType } = restrictionOf(settings, caller.country)
  return ok({
    country,
    locale: chooseLocale({ stored: input.language, country: caller.country }),
    currency: offeredCurrencyOf(ctx.reference, country),
    isRestricted: restrict,
    restrictType,
    config: {
      minimumAge,
      hasBreakButton,
      gtm: settings.gtm,
      affiliateTagExpiration: settings.affiliateTagDays,
      maxServerPingDelayMs: settings.maxServerPingDelayMs,
      freshchatParams: settings.chat.isOn ? { guestAvailable: settings.chat.hasGuests } : null,
      isLoyaltyEnabled: settings.isLoyaltyEnabled,
      hidesDocuments: settings.identityCheck.hidesDocuments && ctx.partners.identityCheck !== null,
      showFilled: settings.payments.isShowFilled,
      // The partner's secrets must not reach the page.
      sportsbook:
        settings.sportsbook && !isSportsbookOff
          ? { host: settings.sportsbook.host, clientId: settings.sportsbook.clientId }
          : null,
    },
  })
}
