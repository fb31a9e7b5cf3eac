/** Publishes the runs of active definitions ahead of their start. */
import type { Deps, KernelDeps, Tx } from '../../deps.ts'
import { lockPositions } from '../../kernel/facts/positions.ts'
import { type Definition, readKnownActive } from '../../kernel/definitions/definitions.ts'
import { baseCurrency, inSubunits } from '../../reference/index.ts'
import { scoresConsumer } from './consumers.ts'
import { poolOf, type TournamentDefinition, tournamentKind } from './tournament-kind.ts'
import { type IsInForce, readInForceAt } from './internal/in-force.ts'
import { identityOf, type Term, termsAt } from './internal/terms.ts'

/** More than the clocks of the server and the database differ: rounds settle by that of the database. */
const noticeMs = 2_000
const minuteMs = 60_000
/** Where less is left of a term, the run of the next one starts at once. */
const shortestMs = 3_600_000

/** Returns how many runs were published. */
export async function publishRuns({ db, clock }: KernelDeps): Promise<number> {
  const known = await knownRuns(db)
  const isInForce = await readInForceAt(db.kysely)
  let published = 0
  for (const definition of await readKnownActive(db.kysely, tournamentKind))
    for (const planned of plan(definition, known, clock.now()))
      if (await db.transaction((tx) => publish(tx, clock, { definition, isInForce }, planned))) published++
  return published
}

type Planned = { identity: string; term: Term }

/**
 * What is not published yet. A definition in force always has a run that can be played, or one with a buy-in that can be
 * entered: there is no gap.
 */
function plan({ identity, data }: Definition<TournamentDefinition>, known: Set<string>, now: Date): Planned[] {
  const runs = termsAt(data, now).map((term): Planned => ({ identity: identityOf(identity, term), term }))
  if (data.entry === 'buy-in') return runs.filter((run) => !known.has(run.identity) && startOf(data, run.term, now))
  const [present, next] = runs
  const isTooLate = present && next && !known.has(present.identity) && startOf(data, present.term, now) === null
  const due = isTooLate ? [{ ...next, term: { ...next.term, startsAt: present.term.startsAt } }] : runs
  return due.filter((run) => !known.has(run.identity))
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

/** What has passed of a term does not count. Null if too little of it is left. */
function startOf({ term: own, entry }: TournamentDefinition, { startsAt, endsAt }: Term, now: Date): Date | null {
  // Entries close at the start, so they open before it.
  if (entry === 'buy-in') return startsAt.getTime() - now.getTime() >= minuteMs ? startsAt : null
  const first = new Date(Math.ceil((now.getTime() + noticeMs) / 1000) * 1000)
  if (startsAt >= first) return startsAt
  return endsAt.getTime() - first.getTime() >= (own ? minuteMs : shortestMs) ? first : null
}

type Publishing = { definition: Definition<TournamentDefinition>; isInForce: IsInForce }

async function publish(
  tx: Tx,
  clock: Deps['clock'],
  { definition: { identity: definition, version, data }, isInForce }: Publishing,
  { identity, term }: Planned,
): Promise<boolean> {
  // No batch is applied until the run is visible, so none passes over a round that is settled after its start.
  await lockPositions(tx, scoresConsumer)
  const now = clock.now()
  const startsAt = startOf(data, term, now)
  // Nobody is to pay for, or wait for, what an end that is known already will cancel.
  if (!startsAt || !isInForce(definition, startsAt)) return false
  const row = await tx
    .insertInto('rewards.tournament_runs')
    .values({
      identity,
      definition,
      version,
      data: JSON.stringify(data),
      entry: data.entry,
      score_by: data.score.by,
      first_rounds: 'first' in data.score ? data.score.first : null,
      best_rounds: 'best' in data.score ? data.score.best : null,
      multiplier_cap: 'cap' in data.score ? BigInt(Math.round(data.score.cap * 100)) : null,
      min_stake: inSubunits(data.minStake, baseCurrency),
      games: data.games,
      currencies: data.currencies,
      counts_bonus_money: data.countsBonusMoney,
      counts_free_spins: data.countsFreeSpins,
      starts_at: startsAt,
      ends_at: term.endsAt,
      hold_seconds: data.holdMinutes * 60,
      pool: poolOf(data),
      ...(data.buyIn && {
        buy_in: inSubunits(data.buyIn.price, baseCurrency),
        fee: inSubunits(data.buyIn.fee, baseCurrency),
        fewest_players: data.buyIn.fewestPlayers,
      }),
      state: 'published',
      published_at: now,
    })
    .onConflict((conflict) => conflict.column('identity').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
