/** Adds points to many players at once: months, accounts, rises of levels, and one push for each changed player. */
import { sql } from 'kysely'
import { playerChannel } from '#contract/channels.ts'
import { arrayOf } from '../../../kernel/db/array-of.ts'
import type { KernelDeps, Tx } from '../../../deps.ts'
import { appendAll } from '../../../kernel/outbox/append.ts'
import type { Definition } from '../../../kernel/definitions/definitions.ts'
import { readLocales } from '../../../identity/index.ts'
import { levelAt, type Ladder } from '../ladder.ts'
import { monthStart } from './months.ts'
import { statusPoints } from './points.ts'
import { presentAccount } from './present.ts'

/** `month`: the first day of the calendar month in which the points count. */
export type Earned = { playerId: string; month: string; points: bigint }

type Account = { player_id: string; earned: bigint; lost: bigint; level: number; version: bigint; added: bigint }

export async function addPoints(
  tx: Tx,
  { clock }: KernelDeps,
  ladder: Definition<Ladder> | undefined,
  earned: Earned[],
): Promise<void> {
  if (earned.length === 0) return
  const accounts = await put(tx, earned)
  if (!ladder) return
  const risen = risenBy(ladder.data, accounts)
  await rise(tx, clock.now(), ladder, risen)
  const levelOf = new Map(risen.map(({ player_id, level }) => [player_id, level]))
  await publish(
    tx,
    ladder.data,
    accounts
      .filter((account) => levelOf.has(account.player_id) || showsMore(account))
      .map((account) => ({ ...account, level: levelOf.get(account.player_id) ?? account.level })),
  )
}

/** Raises whoever has the points of a higher level; resolves to their number. The caller has locked the accounts. */
export async function raise(
  tx: Tx,
  { clock }: KernelDeps,
  ladder: Definition<Ladder>,
  accounts: Array<Omit<Account, 'added'>>,
): Promise<number> {
  const risen = risenBy(
    ladder.data,
    accounts.map((account) => ({ ...account, added: 0n, version: account.version + 1n })),
  )
  if (risen.length === 0) return 0
  await rise(tx, clock.now(), ladder, risen)
  await tx
    .updateTable('rewards.loyalty_accounts')
    .set((eb) => ({ version: eb('version', '+', 1n) }))
    .where(
      'player_id',
      'in',
      risen.map(({ player_id }) => player_id),
    )
    .execute()
  await publish(tx, ladder.data, risen)
  return risen.length
}

function risenBy(ladder: Ladder, accounts: Account[]): Risen[] {
  return accounts.flatMap((account) => {
    const reached = levelAt(ladder, statusPoints(account))
    return reached > account.level ? [{ ...account, from: account.level, level: reached }] : []
  })
}

function showsMore({ earned, lost, added }: Account): boolean {
  return statusPoints({ earned, lost }) !== statusPoints({ earned: earned - added, lost })
}

/**
 * Rows are written in the order of the players' ids, like every writer of many of them. A corrected bet takes points
 * back in the month of the correction, also below zero, so that the order of the batches does not matter; and no level.
 */
async function put(tx: Tx, earned: Earned[]): Promise<Account[]> {
  const { rows } = await sql<Account>`
    WITH input AS MATERIALIZED (
      SELECT * FROM unnest(${arrayOf(earned.map(({ playerId }) => playerId))}::uuid[],
        ${arrayOf(earned.map(({ month }) => month))}::date[], ${arrayOf(earned.map(({ points }) => points))}::bigint[])
        AS input (player_id, month, points)),
    months AS (
      INSERT INTO rewards.loyalty_months AS kept (player_id, month, earned)
      SELECT player_id, month, sum(points) FROM input GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (player_id, month) DO UPDATE SET earned = kept.earned + excluded.earned),
    sums AS (SELECT player_id, sum(points)::bigint AS points FROM input GROUP BY 1),
    put AS (
      INSERT INTO rewards.loyalty_accounts AS account (player_id, earned) SELECT player_id, points FROM sums ORDER BY 1
      ON CONFLICT (player_id) DO UPDATE SET earned = account.earned + excluded.earned, version = account.version + 1
      RETURNING player_id, earned, lost, level, version
    ) SELECT put.*, sums.points AS added FROM put JOIN sums USING (player_id) ORDER BY player_id`.execute(tx)
  return rows
}

type Risen = Account & { from: number }

/** A level is reviewed when the months that keep it have passed in full. */
async function rise(tx: Tx, now: Date, { version, data }: Definition<Ladder>, risen: Risen[]): Promise<void> {
  if (risen.length === 0) return
  const reviewAt = monthStart(now, (data.decay?.months ?? 0) + 1)
  await sql`
    UPDATE rewards.loyalty_accounts AS account SET level = risen.level, review_at = ${reviewAt}::timestamptz
    FROM unnest(${risen.map(({ player_id }) => player_id)}::uuid[], ${risen.map(({ level }) => level)}::int[]) AS risen (player_id, level)
    WHERE account.player_id = risen.player_id`.execute(tx)
  const passed = risen.flatMap(({ player_id, from, level }) =>
    Array.from({ length: level - from }, (_, index) => ({ player_id, level: from + 1 + index })),
  )
  await sql`
    INSERT INTO rewards.loyalty_rises (player_id, level, version, reached_at)
    SELECT player_id, level, ${version}::int, ${now}::timestamptz
    FROM unnest(${passed.map(({ player_id }) => player_id)}::uuid[], ${passed.map(({ level }) => level)}::int[]) AS passed (player_id, level)
    ON CONFLICT DO NOTHING`.execute(tx)
}

async function publish(tx: Tx, ladder: Ladder, changed: Account[]): Promise<void> {
  if (changed.length === 0) return
  const locales = await readLocales(
    tx,
    changed.map(({ player_id }) => player_id),
  )
  await appendAll(
    tx,
    changed.map((account) => accountEvent(ladder, account, locales.get(account.player_id) ?? 'en')),
  )
}

export function accountEvent(ladder: Ladder, account: Omit<Account, 'added'>, locale: string) {
  return {
    channel: playerChannel('retention:accounts', account.player_id),
    event: 'account',
    payload: presentAccount(ladder, account, locale),
    version: Number(account.version),
  }
}
