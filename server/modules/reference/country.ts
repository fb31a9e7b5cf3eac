/** What a country means for a visitor; asked by sign-in, sign-up and page rendering. */
import type { Settings } from '../../settings.ts'
import { callingCodes, excludedCountries } from './internal/country-table.ts'

export type Restriction = { restrict: boolean; restrictType: 1 | 2 | null }

/** The operator's restriction. Excluded countries are never offered, so their visitors cannot sign in or up either. */
export function restrictionOf(settings: Pick<Settings, 'restrictedCountries'>, code: string | null): Restriction {
  if (code === null) return { restrict: false, restrictType: null }
  const type = settings.restrictedCountries.get(code) ?? (excludedCountries.has(code) ? 2 : null)
  return { restrict: type !== null, restrictType: type }
}

/** A game that the operator may not offer everywhere; as with the house itself, only a trusted header names a country. */
export function isRestrictedGame(
  settings: Pick<Settings, 'restrictedGames'>,
  game: string,
  country: string | null,
): boolean {
  return country !== null && settings.restrictedGames.get(game)?.has(country) === true
}

/** The codes of all countries from which the game is not played, wherever its player lives; comma-separated. */
export function barredCountriesOf(
  settings: Pick<Settings, 'restrictedGames' | 'restrictedCountries'>,
  game: string,
): string {
  const codes = [
    ...excludedCountries,
    ...settings.restrictedCountries.keys(),
    ...(settings.restrictedGames.get(game) ?? []),
  ]
  return codes.join()
}

/** A country that a player may name as theirs: it exists and is not excluded. */
export function isOfferedCountry(code: string): boolean {
  return callingCodes.has(code) && !excludedCountries.has(code)
}

export { currencyOfCountry } from './internal/country-table.ts'
