/** Rows of bonuses and free spins: presenting, moving and pushing them. */
import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import { z } from 'zod'
import { BonusStatus, type PlayerBonus, type PlayerFreespin } from '#contract/bonuses.ts'
import { playerChannel } from '#contract/channels.ts'
import { toWire } from '#contract/money.ts'
import { jsonColumn, TextsByName } from '../../kernel/db/json-column.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Tx } from '../../deps.ts'
import { record } from '../../kernel/facts/fact.ts'
import { bonusFinished, freespinsFinished } from '../../kernel/facts/kinds.ts'
import { sumOpenBonusStakes } from '../../ledger/index.ts'
import { append } from '../../kernel/outbox/append.ts'
import type { Mover } from '../../kernel/machine.ts'
import { lockBonusWallet, readWagerPlaced } from '../../wallet/index.ts'
import { presentContribution } from './contribution.ts'
import { Contribution } from '../offer-kind.ts'
import { bonusStates, columnsOf, type Ending, type FreespinState, freespinStates, stateOf } from './states.ts'

export type BonusRow = Selectable<Tables['bonuses.player_bonuses']>
export type FreespinRow = Selectable<Tables['bonuses.player_freespins']>
const Name = z.object({ name: TextsByName })
const Terms = Name.extend({ wagering: z.number(), contribution: Contribution })
/** `wins`: the terms of the bonus that wins become; absent if they are cash. */
const SpinsTerms = Name.extend({ wins: Terms.omit({ name: true }).extend({ days: z.int() }).optional() })
/** Stored with the grant: the offer's terms when it was granted. */
export type Terms = z.infer<typeof Terms>
export type SpinsTerms = z.infer<typeof SpinsTerms>
export const readTerms = jsonColumn('bonuses.player_bonuses.terms', Terms)
export const readFreespinTerms = jsonColumn('bonuses.player_freespins.terms', SpinsTerms)

export async function presentBonus(db: Kysely<Tables>, row: BonusRow, locale: string): Promise<PlayerBonus> {
  const placed =
    row.status === BonusStatus.active
      ? await readWagerPlaced(db, row)
      : stateOf(row) === 'played'
        ? row.wager_total
        : 0n
  const terms = readTerms(row.terms)
  const left = row.wager_total > placed ? row.wager_total - placed : 0n
  return {
    id: row.id,
    bonusId: row.bonus_id,
    name: nameOf(terms, locale),
    status: row.status,
    result: row.result,
    amount: toWire(row.amount),
    currency: row.currency,
    packageId: row.package_id,
    issueSessionId: row.issue_session_id,
    maxBetAmount: row.max_bet === null ? null : toWire(row.max_bet),
    contribution: presentContribution(terms.contribution),
    wagerTotal: toWire(row.wager_total),
    wagerRemaining: toWire(left),
    unsettledStake:
      row.status === BonusStatus.active
        ? toWire(await sumOpenBonusStakes(db, { playerId: row.player_id, bonusId: row.id }))
        : 0,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    version: row.version,
  }
}

type ShownFreespin = Pick<
  FreespinRow,
  | 'id'
  | 'bonus_id'
  | 'terms'
  | 'status'
  | 'result'
  | 'count'
  | 'used'
  | 'currency'
  | 'game_id'
  | 'spin_amount'
  | 'package_id'
  | 'wins_as_bonus'
  | 'won'
  | 'wins_max_bet'
  | 'created_at'
  | 'expires_at'
  | 'version'
>

export function presentFreespin(row: ShownFreespin, locale: string): PlayerFreespin {
  const terms = readFreespinTerms(row.terms)
  return {
    id: row.id,
    bonusId: row.bonus_id,
    name: nameOf(terms, locale),
    status: row.status,
    result: row.result,
    count: row.count,
    used: row.used,
    currency: row.currency,
    gameId: row.game_id,
    spinAmount: toWire(row.spin_amount),
    packageId: row.package_id,
    winsAs: row.wins_as_bonus ? 'bonus' : 'cash',
    winsSetAside: toWire(row.won),
    winsTerms: terms.wins
      ? {
          wageringMultiplier: terms.wins.wagering,
          maxBetAmount: row.wins_max_bet === null ? null : toWire(row.wins_max_bet),
          contribution: presentContribution(terms.wins.contribution),
          expiresAfterSeconds: terms.wins.days * 86_400,
        }
      : null,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    version: row.version,
  }
}

export function readOfferName({ terms }: Pick<FreespinRow, 'terms'>, locale: string): string {
  return nameOf(readFreespinTerms(terms), locale)
}

function nameOf({ name }: Pick<SpinsTerms, 'name'>, locale: string): string {
  return name[locale] ?? name.en ?? ''
}

/** A player's own bonus, after locking its wallet; undefined for an unknown id. */
export async function lockOwnBonus(tx: Tx, playerId: string, id: string): Promise<BonusRow | undefined> {
  const own = tx.selectFrom('bonuses.player_bonuses').selectAll().where('id', '=', id).where('player_id', '=', playerId)
  const seen = await own.executeTakeFirst()
  if (!seen) return undefined
  await lockBonusWallet(tx, seen)
  return own.forUpdate().executeTakeFirst()
}

export async function lockOwnFreespin(tx: Tx, playerId: string, id: string): Promise<FreespinRow | undefined> {
  return tx
    .selectFrom('bonuses.player_freespins')
    .selectAll()
    .where('id', '=', id)
    .where('player_id', '=', playerId)
    .forUpdate()
    .executeTakeFirst()
}

export type Move<Name> = { move: Name; by: Mover; at: Date }
/** Writes the move, its fact and its push. The caller must have locked or just inserted the row. */
export async function moveBonus(
  tx: Tx,
  row: BonusRow,
  { move, by, at }: Move<'activated' | Ending>,
  locale: string,
): Promise<BonusRow> {
  const { to, announces } = bonusStates.move(stateOf(row), move, by)
  const moved = await tx
    .updateTable('bonuses.player_bonuses')
    .set({
      ...columnsOf(to),
      ...(to === 'active' ? { activated_at: at } : { finished_at: at }),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (announces === bonusFinished)
    await record(tx, bonusFinished, {
      player: moved.player_id,
      subject: moved.id,
      data: { bonusId: moved.bonus_id, currency: moved.currency, result: moved.result },
    })
  await publishBonus(tx, moved, locale)
  return moved
}

export async function publishBonus(tx: Tx, row: BonusRow, locale: string): Promise<void> {
  await append(tx, {
    channel: playerChannel('bonus:player-bonuses', row.player_id),
    event: 'playerBonus',
    payload: await presentBonus(tx, row, locale),
    version: row.version,
  })
}

export async function moveFreespin(
  tx: Tx,
  row: FreespinRow,
  { move, by, at }: Move<'activated' | 'cancelled' | 'expired'>,
  locale: string,
): Promise<FreespinRow> {
  const { to, announces } = freespinStates.move(stateOf(row) as FreespinState, move, by)
  const moved = await tx
    .updateTable('bonuses.player_freespins')
    .set({
      ...columnsOf(to),
      ...(to === 'active' ? {} : { finished_at: at }),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (announces === freespinsFinished)
    await record(tx, freespinsFinished, {
      player: moved.player_id,
      subject: moved.id,
      data: { bonusId: moved.bonus_id, used: moved.used, result: moved.result },
    })
  await publishFreespin(tx, moved, locale)
  return moved
}

export async function publishFreespin(tx: Tx, row: FreespinRow, locale: string): Promise<void> {
  await append(tx, {
    channel: playerChannel('bonus:player-freespins', row.player_id),
    event: 'playerFreespin',
    payload: presentFreespin(row, locale),
    version: row.version,
  })
}
