/**
 * Determines the visitor's country: from the header of a declared proxy, otherwise from the address in the country
 * database.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countryOfAddress } from '../country-database.ts'
import type { Deps, KernelDeps } from '../../deps.ts'
import type { Settings } from '../../settings.ts'
import { isForwarded } from './client-address.ts'

/** The values that proxies send for addresses of unknown country, or of which only the continent is known. */
const notCountries = new Set(['XX', 'ZZ', 'AP', 'EU'])

type Source = Pick<Settings, 'trustProxy' | 'countryHeader' | 'countryDatabase'>
type Visit = Pick<FastifyRequest, 'headers' | 'address'>

/**
 * Two upper-case letters; null if no source has a country. The database is used if the proxy does not know the country.
 * It is not used if the header names an anonymous network (T1, A1), was sent twice or is malformed, because the address
 * says nothing about such a visitor.
 */
export function countryOf(request: Visit, settings: Source): string | null {
  const named = hasCountryHeader(settings) ? headerOf(request, settings).toUpperCase() : ''
  if (isCountry(named)) return named
  if (settings.countryDatabase === null || (named !== '' && !notCountries.has(named))) return null
  const found = countryOfAddress(settings.countryDatabase, request.address)?.toUpperCase() ?? ''
  return isCountry(found) ? found : null
}

/** Without either source every visitor's country is unknown. */
export function hasCountrySource(settings: Source): boolean {
  return hasCountryHeader(settings) || settings.countryDatabase !== null
}

/** The operator sets `off` for a proxy without countries, because it would pass on the header that visitors send. */
function hasCountryHeader({ trustProxy, countryHeader }: Source): boolean {
  return trustProxy > 0 && countryHeader !== 'off'
}

/** Node joins most repeated headers with a comma. */
function headerOf({ headers }: Pick<Visit, 'headers'>, { countryHeader }: Source): string {
  return [headers[countryHeader] ?? []].flat().join().trim()
}

function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && !notCountries.has(code)
}

const windowMs = 300_000

/**
 * Watches whether countries arrive at all: a proxy that should send them but does not would disable every restriction
 * by country. Only forwarded requests count, not the proxy's own health checks.
 */
export class CountryWatch {
  #startedAt = 0
  #now = { named: 0, missing: 0 }
  #before = { named: 0, missing: 0 }

  readonly #settings: Source
  readonly #parts: KernelDeps

  constructor(settings: Source, parts: KernelDeps) {
    this.#settings = settings
    this.#parts = parts
  }

  note(request: Visit): void {
    const settings = this.#settings
    if (!hasCountryHeader(settings) || !isForwarded(request.headers)) return
    this.#turn()
    if (headerOf(request, settings) !== '' || countryOf(request, settings) !== null) this.#now.named++
    else if (this.#now.missing++ === 0) this.#warn()
  }

  /** True if at least half of the requests of the last five to ten minutes had a country. */
  isKnown(): boolean {
    this.#turn()
    const [named, missing] = [this.#now.named + this.#before.named, this.#now.missing + this.#before.missing]
    return hasCountrySource(this.#settings) && named >= missing
  }

  #turn(): void {
    const now = this.#parts.clock.now().getTime()
    if (now - this.#startedAt < windowMs) return
    this.#before = now - this.#startedAt < 2 * windowMs ? this.#now : { named: 0, missing: 0 }
    this.#now = { named: 0, missing: 0 }
    this.#startedAt = now
  }

  #warn(): void {
    const { countryHeader } = this.#settings
    this.#parts.log.warn(
      { header: countryHeader, missing: this.#before.missing, named: this.#before.named },
      `The proxy sends requests without ${countryHeader}, so these visitors' countries are unknown. Let the proxy set it, or set COUNTRY_HEADER=off and COUNTRY_DATABASE.`,
    )
  }
}

/** Returns whether the countries of visitors are known now. */
export function watchCountries(app: FastifyInstance, deps: Deps): () => boolean {
  const watch = new CountryWatch(deps.settings, deps)
  app.addHook('onRequest', async (request) => watch.note(request))
  return () => watch.isKnown()
}
