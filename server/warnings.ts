/** Settings that are valid but probably a mistake: reported at start, in the log and in the banner. */
import type { Logger } from 'pino'
import { hasCountrySource } from './kernel/http/geo.ts'
import type { Settings } from './settings.ts'

export type Warning = { setting: string; message: string }

/** `unknownGames`: restricted ones that are in no catalogue. */
export function warningsOf(
  settings: CountrySettings & Pick<Settings, 'isProduction' | 'isDrill' | 'publicUrl'>,
  unknownGames: string[] = [],
): Warning[] {
  return [
    ...warningsOfDrill(settings),
    ...warningsOfAddress(settings),
    ...warningsOfCountries(settings),
    ...warningsOfGames(unknownGames),
  ]
}

function warningsOfDrill({ isDrill }: Pick<Settings, 'isDrill'>): Warning[] {
  const message = 'DRILL is set: no partner is called, and nothing is sent, paid or published from this copy.'
  return isDrill ? [{ setting: 'DRILL', message }] : []
}

function warningsOfGames(ids: string[]): Warning[] {
  if (ids.length === 0) return []
  const message = `RESTRICTED_GAMES restricts nothing for ${ids.join(', ')}: no game has this id now. GET /api/game/games lists the ids.`
  return [{ setting: 'RESTRICTED_GAMES', message }]
}

function warningsOfAddress({ isProduction, publicUrl }: Pick<Settings, 'isProduction' | 'publicUrl'>): Warning[] {
  if (!isProduction || new URL(publicUrl).hostname !== 'localhost') return []
  return [
    {
      setting: 'PUBLIC_URL',
      message: `PUBLIC_URL is not set, so links in mails and the callbacks of partners lead to ${publicUrl}.`,
    },
  ]
}

type CountrySettings = Pick<
  Settings,
  'restrictedCountries' | 'unknownCountries' | 'trustProxy' | 'countryHeader' | 'countryDatabase'
>

const whatApplies = {
  admit: 'no country is restricted, not even the excluded ones',
  'no-registration': 'nobody can register, and no country is restricted otherwise',
  restrict: 'nobody can sign in, register or play',
}

function warningsOfCountries(settings: CountrySettings): Warning[] {
  if (hasCountrySource(settings)) return []
  return [
    {
      setting: settings.restrictedCountries.size > 0 ? 'RESTRICTED_COUNTRIES' : 'TRUST_PROXY',
      message: `The countries of visitors are unknown, so ${whatApplies[settings.unknownCountries]} (UNKNOWN_COUNTRIES). Set COUNTRY_DATABASE, or TRUST_PROXY and COUNTRY_HEADER behind a proxy that sends the country.`,
    },
  ]
}

/** One line for everything: `npm run check-production` explains each. */
export function summaryOfMissing(missing: Array<{ what: string }>): Warning[] {
  if (missing.length === 0) return []
  const message = `This site is not ready for real money. Missing: ${missing.map(({ what }) => what).join(', ')}. npm run check-production explains each.`
  return [{ setting: 'NODE_ENV', message }]
}

export function logWarnings(warnings: Warning[], log: Pick<Logger, 'warn'>): void {
  for (const { setting, message } of warnings) log.warn({ setting }, message)
}
