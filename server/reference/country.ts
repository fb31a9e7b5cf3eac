/** The restrictions of a country, for sign-in, sign-up and page rendering. */
import type { Settings } from '../settings.ts'
import { baseCurrency } from './currencies.ts'
import { callingCodes, currencyOfCountry, excludedCountries } from './internal/country-table.ts'
import type { Reference } from './reference.ts'

export type Restriction = { restrict: boolean; restrictType: 1 | 2 | null }

type CountrySettings = Pick<Settings, 'restrictedCountries' | 'sanctionedCountries' | 'unknownCountries'>

/** The law or the operator's list of sanctions closes the country to everyone who lives there. */
const isClosed = ({ sanctionedCountries }: Pick<Settings, 'sanctionedCountries'>, code: string) =>
  excludedCountries.has(code) || sanctionedCountries.has(code)

/**
 * The operator's restriction. Excluded and sanctioned countries are never offered, so their visitors cannot sign in or up either. Null
 * is an unknown country.
 */
export function restrictionOf(settings: CountrySettings, code: string | null): Restriction {
  if (code === null)
    return settings.unknownCountries === 'restrict'
      ? { restrict: true, restrictType: 2 }
      : { restrict: false, restrictType: null }
  const type = settings.restrictedCountries.get(code) ?? (isClosed(settings, code) ? 2 : null)
  return { restrict: type !== null, restrictType: type }
}

/** Whether registration is barred from the country of the call; null is an unknown country. */
export function isRegistrationBarred(settings: CountrySettings, code: string | null): boolean {
  return code === null ? settings.unknownCountries !== 'admit' : restrictionOf(settings, code).restrictType === 2
}

/** Names that `RESTRICTED_GAMES` may contain besides games: sports bets and tournament entries. */
export const restrictable = { sportsbook: 'sportsbook', tournaments: 'tournaments' } as const

/**
 * Whether the operator may not offer the game in this country. Only a trusted header states the country, as for the
 * whole site.
 */
export function isRestrictedGame(
  settings: Pick<Settings, 'restrictedGames'>,
  game: string,
  country: string | null,
): boolean {
  return country !== null && settings.restrictedGames.get(game)?.has(country) === true
}

/** The comma-separated codes of all countries from which the game cannot be played, wherever the player lives. */
export function barredCountriesOf(
  settings: Pick<Settings, 'restrictedGames' | 'restrictedCountries' | 'sanctionedCountries'>,
  game: string,
): string {
  const codes = [
    ...excludedCountries,
    ...settings.sanctionedCountries,
    ...settings.restrictedCountries.keys(),
    ...(settings.restrictedGames.get(game) ?? []),
  ]
  return codes.join()
}

/** The codes of all countries, offered or not. */
export function knownCountries(): string[] {
  return [...callingCodes.keys()]
}

export const isKnownCountry = (code: string): boolean => callingCodes.has(code)

/** Whether a player may select the country: it exists and is not excluded. */
export function isOfferedCountry(code: string): boolean {
  return callingCodes.has(code) && !excludedCountries.has(code)
}

/** The offered currency closest to the currency of the country; the base currency if that one is switched off. */
export function offeredCurrencyOf(reference: Pick<Reference, 'isOffered'>, country: string): string {
  const nearest = currencyOfCountry(country)
  return reference.isOffered(nearest) ? nearest : baseCurrency
}
