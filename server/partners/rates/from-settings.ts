/** Selects the source of rates: the configured one, otherwise the sandbox's if it runs, otherwise none. */
import { ratesPath, ratesSecretOf } from '#sandbox/rates.ts'
import type { Clock } from '../../deps.ts'
import type { Settings } from '../../settings.ts'
import { createFileRates } from './file.ts'
import { createHttpRates } from './http.ts'
import type { RatesSource } from './port.ts'

export function ratesSourceOf(
  { rates, sandbox }: Pick<Settings, 'rates' | 'sandbox'>,
  clock: Clock,
): RatesSource | null {
  const common = { now: () => clock.now(), maxAgeMs: rates.staleAfterMs }
  if (rates.file) return createFileRates({ ...common, path: rates.file })
  if (rates.url)
    return createHttpRates({ ...common, name: new URL(rates.url).host, url: rates.url, secret: rates.secret })
  if (!sandbox.isEnabled) return null
  return createHttpRates({
    ...common,
    name: 'sandbox',
    url: sandbox.url + ratesPath,
    secret: ratesSecretOf(sandbox.secret),
  })
}
