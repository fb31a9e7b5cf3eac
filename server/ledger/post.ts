/** Calls the posting function and reads its answer: one round trip for any number of movements. */
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { ok, refuse } from '#contract/endpoint.ts'
import type { Subunits } from '#contract/money.ts'
import type { RefusalOfPlay } from '#contract/refusals-of-play.ts'
import { arrayText, compositesText } from '../kernel/db/composite-text.ts'
import { isRetryable, type Tx } from '../kernel/db/connect.ts'
import type { PostResult } from './ledger.ts'
import type { Item } from './prepare.ts'

export type Outcome = PostResult
export const isFirstSeen = (outcome: Outcome): boolean => outcome.ok && !outcome.value.isReplay

const text = 'SELECT ledger.post($1)::text AS outcomes'

type Row = { outcomes: string }

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
      const { rows } = await pool.query<Row>({ name: 'ledger-post', text, values: [movementsOf(items)] })
      return outcomes(rows[0]!, items)
    } catch (error) {
      if (!isRetryable(error) || attempt === maxAttempts) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt))
    }
  }
}

/** Posts in the caller's transaction, in one statement; an outcome for each item, in their order. */
export async function postWithin(tx: Tx, items: Item[]): Promise<Outcome[]> {
  const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [movementsOf(items)]))
  return outcomes(rows[0] as Row, items)
}

/** The fields of `ledger.movement` in the order of their declaration (server/kernel/db/schema/02-ledger.sql). */
const movementsOf = (items: Item[]): string =>
  compositesText(
    items.map(({ movement, wallet, transfers }) => {
      const { round, reference, events } = movement
      const gate = movement.gate === 'none' ? undefined : movement.gate
      return [
        wallet?.playerId,
        wallet?.currency,
        movement.kind,
        movement.actor,
        movement.idempotencyKey,
        movement.requestHash,
        reference.kind,
        reference.id,
        reference.label,
        round?.id,
        round?.studio,
        round?.gameId,
        round?.gameKind,
        round?.isFinished ? 't' : 'f',
        round?.highestMultiplier,
        round?.betTransactionId ?? movement.returns,
        movement.turnover,
        gate?.sessionId,
        gate?.barredCountries,
        gate?.country,
        gate?.stakeCaps,
        gate?.switches && arrayText(gate.switches),
        gate?.freeSpins,
        gate?.ticketsBarredIn,
        movement.at?.toISOString(),
        compositesText(transfers.map(({ source, target, amount }) => [source, target, amount])),
        events &&
          compositesText(
            events.map(({ channel, event, payload, version }) => [
              channel,
              event,
              JSON.stringify(payload),
              version,
              undefined,
            ]),
          ),
      ]
    }),
  )

/** `{"(refusal,id,isReplay,cash,bonus,held)",…}`: none of these values has a comma or needs quotes. */
function outcomes(row: Row, items: Item[]): Outcome[] {
  const all = row.outcomes.slice('{"('.length, -')"}'.length).split(')","(')
  return items.map(({ wallet }, index) => {
    const [refusal, id, isReplay, cash, bonus, held] = all[index]!.split(',')
    if (refusal) return refuse(refusal as RefusalOfPlay)
    const balances = wallet && { cash: subunits(cash!), bonus: subunits(bonus!), held: subunits(held!) }
    return ok({ movementId: BigInt(id!), isReplay: isReplay === 't', balances })
  })
}

const subunits = (digits: string): Subunits => BigInt(digits) as Subunits
