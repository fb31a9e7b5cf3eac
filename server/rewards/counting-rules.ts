/**
 * For consumers that count stakes by the edge of their games: the rule of each movement, and the edges that applied to
 * it. Rules are stored when they change and edges game by game, so that a replay counts each round as it was counted.
 */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import type { Deps, Tx } from '../deps.ts'
import type { Range } from '../kernel/facts/consumer.ts'
import { type StudioGame, termsKindOf } from '../partners/game-studio/port.ts'
import type { Game } from './settled-play.ts'

/** A part of a range with its rule, as the text that was stored. `since`: the movement after which the rule applies. */
export type RuledRange = Range & { rule: string; since: bigint }

/** Of a list in the order of the movements, what the rule applies to: nearly always all of it. */
export function roundsOf<Each extends { movement: number }>(
  { after, upTo }: Range,
  list: readonly Each[],
): readonly Each[] {
  const [first, last] = [list[0], list.at(-1)]
  if (!first || !last || (first.movement > after && last.movement <= upTo)) return list
  return list.filter(({ movement }) => movement > after && movement <= upTo)
}

/** Each has its own rules and edges. */
const countingConsumers = ['loyalty', 'rakeback'] as const
type CountingConsumer = (typeof countingConsumers)[number]

type Current = {
  consumer: CountingConsumer
  rule: string
  partners: Deps['partners']
}

/** What the operator keeps of a stake on average, 1 - RTP. Zero for a game of an outside studio that states no RTP. */
export function edgeOf({ rtpExact: { numerator, denominator } }: Pick<StudioGame, 'rtpExact'>): {
  numerator: bigint
  denominator: bigint
} {
  const edge = numerator > 0n && numerator < denominator ? denominator - numerator : 0n
  return { numerator: edge, denominator }
}

/** What was never counted before is counted by the current rule and the current edges. */
export async function rulesWithin(tx: Tx, range: Range, current: Current): Promise<RuledRange[]> {
  const last = await tx
    .selectFrom('rewards.counting_rules')
    .selectAll()
    .where('consumer', '=', current.consumer)
    .orderBy('after_movement', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || range.upTo > last.counted_to) await count(tx, range, last, current)
  const rows = await tx
    .selectFrom('rewards.counting_rules')
    .select(['after_movement', 'rule'])
    .where('consumer', '=', current.consumer)
    .where('after_movement', '<', range.upTo)
    .orderBy('after_movement')
    .execute()
  return rows.flatMap(({ after_movement: since, rule }, index) => {
    const after = since > range.after ? since : range.after
    const next = rows[index + 1]?.after_movement ?? range.upTo
    const upTo = next < range.upTo ? next : range.upTo
    return after < upTo ? [{ after, upTo, rule, since }] : []
  })
}

type Last = { after_movement: bigint; rule: string; games_digest: string; counted_to: bigint } | undefined

async function count(tx: Tx, { upTo }: Range, last: Last, { consumer, rule, partners }: Current): Promise<void> {
  const games = gamesOf(partners.gameStudios)
  const digest = createHash('sha256').update(JSON.stringify(games)).digest('hex')
  const after = last?.counted_to ?? 0n
  const changed = last?.games_digest === digest ? 0n : await storeGames(tx, consumer, games, { after })
  // Another process may have more games: that is no change.
  if (last?.rule === rule && changed === 0n) {
    await tx
      .updateTable('rewards.counting_rules')
      .set({ counted_to: upTo, games_digest: digest })
      .where('consumer', '=', consumer)
      .where('after_movement', '=', last.after_movement)
      .execute()
    return
  }
  await tx
    .insertInto('rewards.counting_rules')
    .values({ consumer, after_movement: after, rule, games_digest: digest, counted_to: upTo })
    .execute()
}

/**
 * Called before games are offered: whichever process counts their rounds, also one of an older build or with other
 * studios, finds their edges.
 */
export async function noteGames(db: Kysely<Tables>, gameStudios: Studios): Promise<void> {
  for (const consumer of countingConsumers) await storeGames(db, consumer, gamesOf(gameStudios), { after: null })
}

type StatedGame = [studio: string, game: string, kind: string, numerator: string, denominator: string]

type Studios = ReadonlyArray<{ slug: string; games: readonly StudioGame[] }>

function gamesOf(gameStudios: Studios): StatedGame[] {
  return gameStudios
    .flatMap(({ slug, games }) =>
      games.map((game): StatedGame => {
        const { numerator, denominator } = edgeOf(game)
        return [slug, game.slug, termsKindOf(game.kind), `${numerator}`, `${denominator}`]
      }),
    )
    .toSorted((a, b) => (`${a[0]} ${a[1]}` < `${b[0]} ${b[1]}` ? -1 : 1))
}

/**
 * A game that has left the catalogue keeps its edge, for rounds that are still open. `after`: the movement after which
 * changed edges apply; null stores only those of games that were never stored, which apply from the beginning. Resolves
 * to the number of edges that were stored.
 */
async function storeGames(
  db: Kysely<Tables>,
  consumer: CountingConsumer,
  games: StatedGame[],
  { after }: { after: bigint | null },
): Promise<bigint> {
  const column = (index: number) => games.map((game) => game[index])
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO rewards.counted_games (consumer, studio, game, after_movement, kind, numerator, denominator)
    SELECT ${consumer}, input.studio, input.game, coalesce(${after}::bigint, 0), input.kind, input.numerator, input.denominator
    FROM unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[], ${column(3)}::numeric[], ${column(4)}::numeric[])
      AS input (studio, game, kind, numerator, denominator)
    LEFT JOIN LATERAL (SELECT stored.kind, stored.numerator, stored.denominator FROM rewards.counted_games AS stored
      WHERE stored.consumer = ${consumer} AND stored.studio = input.studio AND stored.game = input.game
      ORDER BY stored.after_movement DESC LIMIT 1) AS last ON true
    WHERE last.kind IS NULL
      OR ${after !== null} AND (last.kind, last.numerator, last.denominator) <> (input.kind, input.numerator, input.denominator)
    ON CONFLICT DO NOTHING`.execute(db)
  return numAffectedRows
}

export type Edge = { kind: string; numerator: bigint; denominator: bigint }

/** The edges of games as they were under the rule. A game that was never stored is missing. */
export async function readEdges(
  tx: Tx,
  consumer: CountingConsumer,
  since: bigint,
  played: readonly Game[],
): Promise<Map<Game, Edge>> {
  const { rows } = await sql<{ place: bigint; kind: string; numerator: string; denominator: string }>`
    SELECT played.place, stored.kind, stored.numerator::text, stored.denominator::text
    FROM unnest(${played.map(({ studio }) => studio)}::text[], ${played.map(({ id }) => id)}::text[])
      WITH ORDINALITY AS played (studio, game, place)
    CROSS JOIN LATERAL (SELECT kind, numerator, denominator FROM rewards.counted_games AS game
      WHERE game.consumer = ${consumer} AND game.studio = played.studio AND game.game = played.game AND game.after_movement <= ${since}::bigint
      ORDER BY game.after_movement DESC LIMIT 1) AS stored`.execute(tx)
  return new Map(
    rows.map(({ place, kind, numerator, denominator }) => [
      played[Number(place) - 1]!,
      { kind, numerator: BigInt(numerator), denominator: BigInt(denominator) },
    ]),
  )
}
