/** Publishes the runs of active definitions ahead of their start. */
import type { Deps, Tx } from '../../deps.ts'
import { type Definition, readActive } from '../definitions/definitions.ts'
import { baseCurrency } from '../reference/currencies.ts'
import { inSubunits } from '../reference/amounts.ts'
import { poolOf, type TournamentDefinition, tournamentKind } from './internal/kind.ts'
import { identityOf, type Term, termsAt } from './internal/terms.ts'

/** A run is visible to all before its first round can settle, whatever the difference of the machines' clocks. */
const noticeMs = 30_000
const minuteMs = 60_000
/** A definition that comes into force late in a term starts with the next one. */
const shortestMs = 3_600_000

/** Returns how many runs were published. */
export async function publishRuns({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  const known = await knownRuns(db)
  let published = 0
  for (const definition of await readActive(db.kysely, tournamentKind))
    for (const term of termsAt(definition.data, now)) {
      if (known.has(identityOf(definition.identity, term))) continue
      const announced = announce(definition.data, term, now)
      if (announced && (await db.transaction((tx) => publish(tx, definition, announced, now)))) published++
    }
  return published
}

/** Runs that are over are known for as long as their term may be the current one. */
async function knownRuns({ kysely }: Deps['db']): Promise<Set<string>> {
  const rows = await kysely
    .selectFrom('rewards.tournament_runs')
    .select('identity')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute()
  return new Set(rows.map(({ identity }) => identity))
}

/** The identity is that of the whole term; what has passed of it does not count. Null if too little is left. */
function announce({ term: own }: TournamentDefinition, term: Term, now: Date): (Term & { term: Term }) | null {
  const first = new Date(Math.ceil((now.getTime() + noticeMs) / minuteMs) * minuteMs)
  if (term.startsAt >= first) return { ...term, term }
  const leftMs = term.endsAt.getTime() - first.getTime()
  return leftMs >= (own ? minuteMs : shortestMs) ? { startsAt: first, endsAt: term.endsAt, term } : null
}

async function publish(
  tx: Tx,
  { identity, version, data }: Definition<TournamentDefinition>,
  { startsAt, endsAt, term }: Term & { term: Term },
  now: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('rewards.tournament_runs')
    .values({
      identity: identityOf(identity, term),
      definition: identity,
      version,
      data: JSON.stringify(data),
      entry: data.entry,
      score_by: data.score.by,
      first_rounds: 'first' in data.score ? data.score.first : null,
      min_stake: inSubunits(data.minStake, baseCurrency),
      games: data.games,
      currencies: data.currencies,
      counts_bonus_money: data.countsBonusMoney,
      counts_free_spins: data.countsFreeSpins,
      starts_at: startsAt,
      ends_at: endsAt,
      hold_seconds: data.holdMinutes * 60,
      pool: poolOf(data),
      state: 'published',
      published_at: now,
    })
    .onConflict((conflict) => conflict.column('identity').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
