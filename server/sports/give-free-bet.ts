/** Gives a free bet by its definition: granted by an operator, or as a reward. */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Tables } from '../kernel/db/tables.ts'
import type { KernelDeps, Tx } from '../deps.ts'
import { readKnownActive, readInForce } from '../kernel/definitions/definitions.ts'
import { arePromotionsBarred } from '../protection/index.ts'
import { amountIn, isOfferedIn, ratesAt } from '../reference/index.ts'
import { type FreeBetDefinition, freeBetKind } from './free-bet-kind.ts'

export type GivenFreeBet = {
  id: string
  version: number
  amount: bigint
  expiresAt: Date
  names: FreeBetDefinition['name']
}
type FreeBetRefusal = 'notDefined' | 'notPermitted' | 'noAccount'
const dayMs = 86_400_000

/** By id. One that an operator has ended is not promised any more. */
export type RewardFreeBets = ReadonlyMap<string, FreeBetDefinition>

export async function readRewardFreeBets(db: Kysely<Tables>): Promise<RewardFreeBets> {
  return new Map((await readKnownActive(db, freeBetKind)).map(({ identity, data }) => [identity, data]))
}

/** In one currency, in the version that is in force at `moment`; null if there is none. */
export async function readFreeBetTerms(
  db: Kysely<Tables>,
  { clock }: Pick<KernelDeps, 'clock'>,
  { definition, currency, moment }: { definition: string; currency: string; moment: Date },
): Promise<{ worth: bigint; minOdds: string; days: number } | null> {
  const found = await readInForce(db, freeBetKind, definition, moment)
  if (!found) return null
  const { amount, minOdds, days } = found.data
  return { worth: amountIn(amount, currency, await ratesAt(db, clock.now())), minOdds, days }
}

/**
 * The caller has locked the player and checked exclusions. `promisedAt`: the version in force at that time, even if it
 * has been replaced or has ended since; if there was none, the one in force now.
 */
export async function giveFreeBet(
  tx: Tx,
  { clock }: KernelDeps,
  {
    playerId,
    currency,
    definition,
    promisedAt,
  }: {
    playerId: string
    currency: string
    definition: string
    promisedAt: Date
  },
): Promise<Result<GivenFreeBet, FreeBetRefusal>> {
  if (await arePromotionsBarred(tx, playerId)) return refuse('notPermitted')
  const now = clock.now()
  const found =
    (await readInForce(tx, freeBetKind, definition, promisedAt)) ??
    (await readInForce(tx, freeBetKind, definition, now))
  if (!found) return refuse('notDefined')
  if (!(await isOfferedIn(tx, currency))) return refuse('noAccount')
  const { name, amount: amounts, days, minOdds } = found.data
  const freeBet = {
    id: randomUUID(),
    version: found.version,
    amount: amountIn(amounts, currency, await ratesAt(tx, now)),
    expiresAt: new Date(now.getTime() + days * dayMs),
    names: name,
  }
  await tx
    .insertInto('sports.free_bets')
    .values({
      id: freeBet.id,
      player_id: playerId,
      currency,
      definition,
      version: freeBet.version,
      amount: freeBet.amount,
      min_odds: minOdds,
      names: JSON.stringify(name),
      created_at: now,
      expires_at: freeBet.expiresAt,
    })
    .execute()
  return ok(freeBet)
}
