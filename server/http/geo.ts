/** Names the visitor's country. The header is believed only behind a proxy that the operator declared. */
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

/** Values with which proxies say "unknown" or "hidden network" in two letters. */
const notCountries = new Set(['XX', 'T1', 'ZZ', 'AP', 'EU'])

/** Two upper-case letters, or null where no trusted header names a country. */
export function countryOf(
  request: Pick<FastifyRequest, 'headers'>,
  settings: Pick<Settings, 'trustProxy' | 'countryHeader'>,
): string | null {
  if (settings.trustProxy === 0) return null
  const header = request.headers[settings.countryHeader]
  if (typeof header !== 'string') return null
  const code = header.trim().toUpperCase()
  return /^[A-Z][A-Z0-9]$/.test(code) && !notCountries.has(code) ? code : null
}
