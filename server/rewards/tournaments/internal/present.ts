/** Runs and leaderboards as callers see them: in their language, with the names that other players allow. */
import type { Kysely } from 'kysely'
import type { LeaderboardEntry, Tournament } from '#contract/tournaments.ts'
import { toWire } from '#contract/money.ts'
import type { Tables } from '../../../kernel/db/tables.ts'
import type { Ctx, Tx } from '../../../deps.ts'
import { gameNames } from '../../../play/index.ts'
import { maskName, readPublicNames } from '../../../identity/index.ts'
import { baseCurrency, ratesAt } from '../../../reference/index.ts'
import { readPromised } from '../../promised.ts'
import { sumEntries } from './entries.ts'
import { placesOf, sharesOf, titleOfPrize, wholePool } from './prizes.ts'
import { isOpenForEntries, type Run } from './runs.ts'
import { cashOf } from '../tournament-kind.ts'
import type { Placed } from './leaderboard.ts'

type Winner = { player_id: string; place: number | null; score: bigint; prize_cash: bigint | null }

export async function presentRun(
  ctx: Ctx,
  tx: Tx,
  run: Run,
  { isJoined, winners }: { isJoined: boolean; winners: Winner[] },
): Promise<Tournament> {
  const { locale, player } = ctx.caller
  const names = await namesOf(tx, winners)
  const promised = await readPromised(tx)
  const rates = await ratesAt(tx, ctx.clock.now())
  const entries = run.buy_in === null ? 0 : (await sumEntries(tx, run.id)).players
  const pool = wholePool(run, entries)
  const shares = run.buy_in === null ? [] : sharesOf(run.data, pool, run.data.prizes.at(-1)!.to)
  return {
    identity: run.identity,
    title: run.data.title[locale] ?? run.data.title.en,
    description: run.data.description[locale] ?? run.data.description.en,
    state: run.state,
    startsAt: run.starts_at.toISOString(),
    endsAt: run.ends_at.toISOString(),
    remainingMs: remainingMs(run, ctx.clock.now()),
    entry: run.data.entry,
    isJoined,
    buyIn: run.buy_in === null ? null : presentBuyIn(run, entries, ctx.clock.now()),
    rules: {
      score: run.data.score.by,
      firstRounds: run.first_rounds,
      bestRounds: run.best_rounds,
      multiplierCap: run.multiplier_cap === null ? null : toWire(run.multiplier_cap),
      minStake: toWire(run.min_stake),
      games: run.games && gameNames(ctx, run.games),
      currencies: run.currencies,
      countsBonusMoney: run.counts_bonus_money,
      countsFreeSpins: run.counts_free_spins,
      holdMinutes: Math.round(run.hold_seconds / 60),
    },
    currency: baseCurrency,
    pool: toWire(pool),
    prizes: placesOf(run.data).map(({ place, reward }) => {
      const winner = winners.find((each) => each.place === place)
      const amount = winner ? winner.prize_cash : shares[place - 1]
      return {
        place,
        title: titleOfPrize({ ...ctx, promised, rates }, reward, locale),
        amount: reward.kind === 'share' && amount ? toWire(amount) : null,
        cash: reward.kind === 'cash' ? toWire(cashOf(reward)) : null,
        entry: winner
          ? {
              playerId: winner.player_id,
              name: names(winner.player_id, winner.player_id === player?.id),
              score: toWire(winner.score),
            }
          : null,
      }
    }),
  }
}

function presentBuyIn(run: Run, players: number, now: Date): Tournament['buyIn'] {
  return {
    price: toWire(run.buy_in!),
    fee: toWire(run.fee!),
    guarantee: toWire(run.pool),
    fewestPlayers: run.fewest_players!,
    players,
    isOpen: isOpenForEntries(run, now),
  }
}

/** An entry with its names: as other players see it, and as its own player does. */
export type Named = Placed & { name: string; ownName: string }

export async function withNames(db: Kysely<Tables>, rows: Placed[]): Promise<Named[]> {
  const names = await namesOf(db, rows)
  return rows.map((row) => ({ ...row, name: names(row.player_id, false), ownName: names(row.player_id, true) }))
}

export function presentEntry({ player_id, place, name, ownName, score }: Named, own?: string): LeaderboardEntry {
  const isOwn = player_id === own
  return { place, name: isOwn ? ownName : name, score: toWire(score), isOwn }
}

async function namesOf(db: Kysely<Tables>, rows: Array<{ player_id: string }>) {
  const names = await readPublicNames(
    db,
    rows.map(({ player_id }) => player_id),
  )
  return (id: string, isOwn: boolean): string => {
    const known = names.get(id)
    return (isOwn && known?.nickname) || (known?.name ?? maskName(null))
  }
}

function remainingMs({ state, starts_at, ends_at }: Run, now: Date): number {
  if (state !== 'published' && state !== 'running') return 0
  const until = state === 'published' && starts_at > now ? starts_at : ends_at
  return Math.max(0, until.getTime() - now.getTime())
}
