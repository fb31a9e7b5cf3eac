/** Settings that are usable and yet hardly meant so: told at boot, in the log and in the banner. */
import type { Logger } from 'pino'
import type { Settings } from './settings.ts'

export type Warning = { setting: string; message: string }

export function warningsOf({
  restrictedCountries,
  trustProxy,
}: Pick<Settings, 'restrictedCountries' | 'trustProxy'>): Warning[] {
  if (restrictedCountries.size === 0 || trustProxy > 0) return []
  return [
    {
      setting: 'RESTRICTED_COUNTRIES',
      message: "RESTRICTED_COUNTRIES is set, but with TRUST_PROXY=0 nobody's country is known: nobody is restricted.",
    },
  ]
}

export function logWarnings(settings: Settings, log: Pick<Logger, 'warn'>): void {
  for (const { setting, message } of warningsOf(settings)) log.warn({ setting }, message)
}
