/** Rounds as a player's history shows them. */
import { type Kysely, sql } from 'kysely'
import type { Spin } from '#contract/games.ts'
import { toWire } from '#contract/money.ts'
import type { Tables } from '../../../kernel/db/tables.ts'
import type { Ctx } from '../../../deps.ts'
import { verifyUrlOf } from '../../../partners/game-studio/verify-url.ts'
import { findGame, smallTileOf } from './catalogue.ts'

export type RoundRow = {
  id: string
  studio: string
  game_id: string
  currency: string
  stake: bigint
  won: bigint
  status: string
  created_at: Date
}

export function presentRound(ctx: Ctx, row: RoundRow): Spin {
  return {
    id: `${row.studio}:${row.id}`,
    roundId: row.id,
    game: presentGameOfRound(ctx, row),
    currency: row.currency,
    stake: toWire(row.stake),
    win: toWire(row.won),
    status: row.status as Spin['status'],
    createdAt: row.created_at.toISOString(),
    verifyUrl: verifyUrlOf(ctx, row.studio, row.id),
  }
}

/**
 * A row that cannot be serialized (an amount beyond the wire's range) is omitted and logged, without affecting the
 * others.
 */
export function presentEach<Row extends { studio: string }, Shown>(
  ctx: Ctx,
  rows: Row[],
  present: (ctx: Ctx, row: Row) => Shown,
): Shown[] {
  return rows.flatMap((row) => {
    try {
      return [present(ctx, row)]
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      ctx.log.error({ err: error, row }, 'a row cannot be serialized')
      return []
    }
  })
}

/** A game that left the catalogue remains in the history with its id as name. */
export function presentGameOfRound(
  ctx: Ctx,
  { studio: slug, game_id: id }: { studio: string; game_id: string },
): Spin['game'] {
  const found = findGame(ctx, id)
  const entry = found?.studio.slug === slug ? found : undefined
  return { id, name: entry?.game.text(ctx.caller.locale).name ?? id, thumbnail: smallTileOf(entry?.game) }
}

/** What these rounds have paid in all. */
export async function wonInRounds(db: Kysely<Tables>, rounds: Array<{ studio: string; id: string }>): Promise<bigint> {
  if (rounds.length === 0) return 0n
  const { rows } = await sql<{ won: bigint }>`
    SELECT coalesce(sum(round.won), 0)::bigint AS won
    FROM unnest(${rounds.map(({ id }) => id)}::text[], ${rounds.map(({ studio }) => studio)}::text[]) AS ids (id, studio)
    JOIN games.rounds AS round USING (id, studio)`.execute(db)
  return rows[0]!.won
}
