/** Calls the posting function and reads its answer: one round trip for any number of movements. */
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { ok, refuse } from '#contract/endpoint.ts'
import type { Subunits } from '#contract/money.ts'
import { isRetryable, type Tx } from '../kernel/db/connect.ts'
import type { PostRefusal, PostResult } from './ledger.ts'
import type { Item } from './prepare.ts'

export type Outcome = PostResult
export const isFirstSeen = (outcome: Outcome): boolean => outcome.ok && !outcome.value.isReplay

const columns = 34
const text = `SELECT array_to_string(refusals, ',', '') AS refusals, array_to_string(movement_ids, ',', '') AS ids, array_to_string(replays, ',', '') AS replays,
  array_to_string(cash_after, ',', '') AS cash, array_to_string(bonus_after, ',', '') AS bonus, array_to_string(held_after, ',', '') AS held
  FROM ledger.post(${Array.from({ length: columns }, (_, index) => `$${index + 1}`).join(',')})`

type Row = { refusals: string; ids: string; replays: string; cash: string; bonus: string; held: string }

const maxAttempts = 5

export type Settled = { outcome: Outcome } | { error: unknown }

/**
 * Posts a batch. A movement that the database rejects fails alone, one whose wallet is locked fails with its wallet;
 * the rest is then posted one by one.
 */
export async function postBatch(pool: pg.Pool, items: Item[]): Promise<Settled[]> {
  try {
    return (await postTogether(pool, items)).map((outcome) => ({ outcome }))
  } catch (error) {
    if (items.length === 1 || !isItemsFault(error)) return items.map(() => ({ error }))
    return postOneByOne(pool, items)
  }
}

async function postOneByOne(pool: pg.Pool, items: Item[]): Promise<Settled[]> {
  const settled: Settled[] = []
  const held = new Map<string, unknown>()
  for (const item of items) {
    const error = item.wallet && held.get(item.wallet.name)
    const [each] = error ? [{ error }] : ((await postBatch(pool, [item])) as [Settled])
    settled.push(each)
    if (item.wallet && 'error' in each && isLockTimeout(each.error)) held.set(item.wallet.name, each.error)
  }
  return settled
}

/**
 * The statement was rolled back because of its input, so repeating it in parts is safe. After any other error, such as
 * a lost connection, it may have been posted.
 */
function isItemsFault(error: unknown): boolean {
  return isLockTimeout(error) || (error instanceof pg.DatabaseError && /^(22|23|21|P0)/.test(error.code ?? ''))
}

const isLockTimeout = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03'

async function postTogether(pool: pg.Pool, items: Item[]): Promise<Outcome[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { rows } = await pool.query<Row>({ name: 'ledger-post', text, values: parameters(items) })
      return outcomes(rows[0]!, items)
    } catch (error) {
      if (!isRetryable(error) || attempt === maxAttempts) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt))
    }
  }
}

/** Posts in the caller's transaction, in one statement; an outcome for each item, in their order. */
export async function postWithin(tx: Tx, items: Item[]): Promise<Outcome[]> {
  const { rows } = await tx.executeQuery(CompiledQuery.raw(text, parameters(items)))
  return outcomes(rows[0] as Row, items)
}

function parameters(items: Item[]): unknown[] {
  const wallets = new Map<string, number>()
  const players: string[] = []
  const currencies: string[] = []
  const fields: string[][] = Array.from({ length: 23 }, () => [])
  const legs: [string[], string[], string[], string[]] = [[], [], [], []]
  const events: [string[], string[], string[], string[], string[]] = [[], [], [], [], []]
  items.forEach(({ movement, wallet, legs: own }, index) => {
    const { round, reference } = movement
    const gate = movement.gate === 'none' ? undefined : movement.gate
    let place = 0
    if (wallet) {
      place = wallets.get(wallet.name) ?? 0
      if (place === 0) {
        place = players.push(wallet.playerId)
        currencies.push(wallet.currency)
        wallets.set(wallet.name, place)
      }
    }
    const values = [
      quote(movement.kind),
      quote(movement.actor),
      quote(movement.idempotencyKey),
      quote(movement.requestHash),
      String(place),
      reference.kind,
      quote(reference.id),
      quote(reference.label),
      quote(round?.id),
      quote(round?.studio),
      quote(round?.gameId),
      round?.isFinished ? 't' : 'f',
      quote(round?.betTransactionId ?? movement.returns),
      movement.turnover ? String(movement.turnover) : none,
      quote(round?.gameKind),
      quote(gate?.sessionId),
      quote(gate?.barredCountries),
      quote(gate?.country),
      quote(gate?.freeSpins),
      quote(gate?.stakeCaps),
      quote(gate?.switches?.join(' ')),
      round?.highestMultiplier === undefined ? none : String(round.highestMultiplier),
      movement.at ? quote(movement.at.toISOString()) : none,
    ]
    for (let column = 0; column < values.length; column++) fields[column]!.push(values[column]!)
    const number = String(index + 1)
    for (let at = 0; at < own.length; at += 3) {
      legs[0].push(number)
      for (let part = 0; part < 3; part++) legs[part + 1]!.push(own[at + part]!)
    }
    for (const { channel, event, payload, version } of movement.events ?? []) {
      const eventFields = [number, quote(channel), quote(event), quote(JSON.stringify(payload)), String(version)]
      for (let column = 0; column < eventFields.length; column++) events[column]!.push(eventFields[column]!)
    }
  })
  // An empty array reads as nulls, and most movements leave many fields out.
  const used = fields.map((field) => (field.some((value) => value !== none) ? field : []))
  return [players, currencies, ...used, ...legs, ...events].map((list) => `{${list.join(',')}}`)
}

const none = 'NULL'

/** One element of a PostgreSQL array literal. */
function quote(value: string | undefined): string {
  if (value === undefined) return none
  return /["\\]/.test(value) ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : `"${value}"`
}

function outcomes(row: Row, items: Item[]): Outcome[] {
  const refusals = row.refusals.split(',')
  const ids = row.ids.split(',')
  const replays = row.replays.split(',')
  const cash = row.cash.split(',')
  const bonus = row.bonus.split(',')
  const held = row.held.split(',')
  return items.map(({ wallet }, index) => {
    const of = (all: string[]): Subunits => BigInt(all[index]!) as Subunits
    if (refusals[index]) return refuse(refusals[index] as PostRefusal)
    const balances = wallet && { cash: of(cash), bonus: of(bonus), held: of(held) }
    return ok({ movementId: BigInt(ids[index]!), isReplay: replays[index] === 't', balances })
  })
}
