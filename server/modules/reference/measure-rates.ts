/** How old the exchange rates are: in the metrics, and in the log when the server starts. */
import type { Deps } from '../../deps.ts'
import { gauge } from '../../http/metrics.ts'

type Needs = Pick<Deps, 'db' | 'clock'>

/** Since a source confirmed them or a person set one. */
export async function rateAgeMs({ db, clock }: Needs): Promise<number> {
  return rateAgeIn(db.kysely, clock)
}

export async function rateAgeIn(db: Needs['db']['kysely'], clock: Needs['clock']): Promise<number> {
  const { checked } = await db
    .selectFrom('reference.rate_checks')
    .select(({ fn }) => fn.max('checked_at').as('checked'))
    .executeTakeFirstOrThrow()
  const { changed } = await db
    .selectFrom('reference.versions')
    .select(({ fn }) => fn.max('at').as('changed'))
    .where('subject', '=', 'rates')
    .executeTakeFirstOrThrow()
  const newest = Math.max(checked?.getTime() ?? 0, changed?.getTime() ?? 0)
  return Math.max(0, clock.now().getTime() - newest)
}

export function measureRates(needs: Needs): void {
  gauge('fairhouse_rates_age_seconds', 'Since the exchange rates were last confirmed or set', async () => {
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

export async function warnOfRates({
  partners,
  settings,
  log,
  ...needs
}: Needs & Pick<Deps, 'settings' | 'partners' | 'log'>): Promise<void> {
  const ageMs = await rateAgeMs(needs)
  if (ageMs <= settings.rates.staleAfterMs) return
  const hours = Math.round(ageMs / 3_600_000)
  const remedy = partners.rates
    ? 'The source is asked now.'
    : 'Set RATES_URL or RATES_FILE, or set them by hand: npm run operator -- rates set'
  log.warn({ hours }, `The exchange rates are ${hours} hours old. ${remedy}`)
}
