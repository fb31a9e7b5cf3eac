/** The age of the exchange rates, for the metrics and for the log at startup. */
import type { Deps, KernelDeps, Tx } from '../deps.ts'
import { gauge } from '../kernel/http/metrics.ts'
import { baseCurrency } from './currencies.ts'

/** The age of the oldest rate of an enabled currency, since a source confirmed or a person set it. */
export async function rateAgeMs(needs: KernelDeps): Promise<number> {
  return Math.max(0, ...(await agesOfEnabled(needs)).map(({ ageMs }) => ageMs))
}

async function agesOfEnabled({ db, clock }: KernelDeps): Promise<RateAge[]> {
  const enabled = await db.kysely
    .selectFrom('reference.currencies')
    .select('code')
    .where('is_enabled', '=', true)
    .execute()
  return rateAgesIn(
    db.kysely,
    clock,
    enabled.map(({ code }) => code),
  )
}

export type RateAge = { code: string; ageMs: number }

/** The ages of the rates of these currencies except the base; a rate that was never confirmed is infinitely old. */
export async function rateAgesIn(
  db: KernelDeps['db']['kysely'] | Tx,
  clock: KernelDeps['clock'],
  codes: string[],
): Promise<RateAge[]> {
  const rows = await db.selectFrom('reference.rate_confirmations').selectAll().execute()
  const confirmed = new Map(rows.map(({ currency, confirmed_at }) => [currency, confirmed_at.getTime()]))
  const now = clock.now().getTime()
  return codes
    .filter((code) => code !== baseCurrency)
    .map((code) => ({ code, ageMs: Math.max(0, now - (confirmed.get(code) ?? -Infinity)) }))
}

/**
 * The currencies whose rate nobody has confirmed: the rates that the product ships are examples. These currencies are
 * not offered, so that no swap and no threshold uses an example.
 */
export async function unratedIn(db: KernelDeps['db']['kysely'] | Tx, codes: readonly string[]): Promise<string[]> {
  const wanted = codes.filter((code) => code !== baseCurrency)
  if (wanted.length === 0) return []
  const rated = await db
    .selectFrom('reference.rate_confirmations')
    .select('currency')
    .where('currency', 'in', wanted)
    .execute()
  return wanted.filter((code) => !rated.some(({ currency }) => currency === code))
}

export function measureRates(needs: KernelDeps): void {
  gauge('fairhouse_rates_age_seconds', 'Since the exchange rates were last confirmed or set: the oldest', async () => {
    return (await rateAgeMs(needs)) / 1000
  })
  gauge('fairhouse_rates_held', 'Exchange rates that moved too far and wait for an operator', async () => {
    const { held } = await needs.db.kysely
      .selectFrom('reference.held_rates')
      .select(({ fn }) => fn.countAll<string>().as('held'))
      .executeTakeFirstOrThrow()
    return Number(held)
  })
}

export async function warnOfRates(deps: Deps): Promise<void> {
  const { partners, settings, log } = deps
  const remedy = partners.rates ? 'The source is asked now.' : 'Set RATES_URL or RATES_FILE, or set them at the desk'
  const ages = await agesOfEnabled(deps)
  const unrated = ages.filter(({ ageMs }) => ageMs === Infinity).map(({ code }) => code)
  if (unrated.length > 0) {
    const message = `${unrated.join(', ')} are not offered: no source and no person has confirmed their exchange rates.`
    log.warn({ currencies: unrated }, `${message} ${remedy}`)
  }
  const old = ages.filter(({ ageMs }) => ageMs > settings.rates.staleAfterMs && ageMs < Infinity)
  if (old.length === 0) return
  const hours = Math.round(Math.max(...old.map(({ ageMs }) => ageMs)) / 3_600_000)
  const whose = old.length === ages.length ? '' : ` of ${old.map(({ code }) => code).join(', ')}`
  log.warn({ hours }, `The exchange rates${whose} are ${hours} hours old. ${remedy}`)
}
