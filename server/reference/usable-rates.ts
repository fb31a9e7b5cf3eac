/** Exchange rates by which money may be converted: recently confirmed and not waiting for an operator. */
import type { KernelDeps, Tx } from '../deps.ts'
import { rateAgesIn } from './measure-rates.ts'
import type { Rates } from './rates.ts'
import { readVersion } from './versions.ts'

/** Null if the rate of one of these currencies is older than RATES_STALE_HOURS, or its new rate is held. */
export async function readUsableRates(
  tx: Tx,
  { settings, clock }: KernelDeps,
  codes: string[],
): Promise<{ rates: Rates; version: number } | null> {
  const ages = await rateAgesIn(tx, clock, codes)
  if (ages.some(({ ageMs }) => ageMs > settings.rates.staleAfterMs)) return null
  const held = await tx.selectFrom('reference.held_rates').select('currency').where('currency', 'in', codes).execute()
  const current = await readVersion(tx, 'rates')
  return current && held.length === 0 ? { rates: current.data, version: current.version } : null
}
