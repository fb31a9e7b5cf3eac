/**
 * Determines the visitor's country: from the header of a declared proxy, otherwise from the address in the country
 * database.
 */
import type { FastifyRequest } from 'fastify'
import { countryOfAddress } from '../country-database.ts'
import type { Settings } from '../settings.ts'

/** Two letters that mean "unknown" or a continent. Codes with a digit, as T1 and A1, mean an anonymous network. */
const notCountries = new Set(['XX', 'ZZ', 'AP', 'EU'])

type Source = Pick<Settings, 'trustProxy' | 'countryHeader' | 'countryDatabase'>

/** Two upper-case letters; null if neither source names a country. */
export function countryOf(request: Pick<FastifyRequest, 'headers' | 'address'>, settings: Source): string | null {
  const named = hasCountryHeader(settings) ? codeOf(request.headers[settings.countryHeader]) : null
  if (named || settings.countryDatabase === null) return named
  return codeOf(countryOfAddress(settings.countryDatabase, request.address))
}

/** Without either source every visitor's country is unknown, and no country is restricted. */
export function hasCountrySource(settings: Source): boolean {
  return hasCountryHeader(settings) || settings.countryDatabase !== null
}

/** A proxy that does not know countries passes whatever visitors send, so its operator states `off`. */
function hasCountryHeader({ trustProxy, countryHeader }: Source): boolean {
  return trustProxy > 0 && countryHeader !== 'off'
}

function codeOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const code = value.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(code) && !notCountries.has(code) ? code : null
}
