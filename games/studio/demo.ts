/**
 * Demo rounds: the same maths, seeds and pace as real money (player protection, clause 27); only the balance is the
 * studio's.
 */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { PlayReply } from '../studio-api.ts'
import { balanceOf } from './balance.ts'
import { isStepped } from '../maths.ts'
import { isShared } from '../shared.ts'
import { insertRound, isSeatTaken, type NewPlay, type OpenRound, tooFast } from './open-round.ts'
import type { StudioParts, Tx } from './parts.ts'
import { mathsOfRound, readRound, type RoundRow, type StoredRound, toStudioRound } from './round-row.ts'
import { seatOf, type Seated } from './seat.ts'
import { openSeeds, toFairness } from './seeds.ts'
import { decideOutcome } from './settle-round.ts'
import { join } from './shared-bets.ts'
import { begin, progressOf } from './stepped-round.ts'

type DemoResult = Result<PlayReply, 'tooFast' | 'insufficientFunds' | 'playInFlight' | 'betsClosed'> & {
  retryAfterMs?: number
}

/** Plays a demo round in one transaction, from nonce to result. */
export async function playDemo(parts: StudioParts, seated: Seated, play: NewPlay): Promise<DemoResult> {
  await openSeeds(parts, seatOf(seated))
  await balanceOf(parts, seated)
  try {
    const reply = await parts.db.transaction((tx) => playIn(parts, tx, seated, play))
    if (reply) return ok(reply)
  } catch (error) {
    if (error instanceof DemoBalanceTooLow) return refuse('insufficientFunds')
    if (error instanceof BetsClosed) return refuse('betsClosed')
    if (isSeatTaken(error)) return refuse('playInFlight')
    throw error
  }
  return tooFast(parts, play)
}

export class DemoBalanceTooLow extends Error {}
/** Thrown to roll back the transaction with the stake. */
class BetsClosed extends Error {}

async function playIn(parts: StudioParts, tx: Tx, seated: Seated, play: NewPlay): Promise<PlayReply | undefined> {
  const opened = await insertRound(parts, tx, play)
  if (!opened) return undefined
  if (isStepped(play.maths)) return beginIn(parts, tx, seated, opened)
  const outcome = await decideOutcome(tx, opened.round)
  const balance = await changeDemoBalance(tx, seated, { staked: BigInt(play.stake), paid: BigInt(outcome.payout) })
  const {
    rows: [round],
  } = await sql<StoredRound>`
    UPDATE studio.rounds SET state = 'settled', outcome = ${JSON.stringify(outcome)}::jsonb, payout = ${outcome.payout}::bigint, token = NULL
    WHERE id = ${opened.round.id} RETURNING *`.execute(tx)
  return { round: toStudioRound(readRound(round!)), balance, fairness: toFairness(opened.seeds) }
}

async function beginIn(parts: StudioParts, tx: Tx, seated: Seated, opened: OpenRound): Promise<PlayReply> {
  await changeDemoBalance(tx, seated, { staked: opened.round.stake, paid: 0n })
  const begun = await (isShared(mathsOfRound(opened.round)) ? join : begin)(parts, opened.round.id, tx)
  if (begun.state === 'cancelling') throw new BetsClosed()
  return finish(tx, seated, begun, toFairness(opened.seeds))
}

/** Pays the round if it has been decided. */
export async function finish(
  tx: Tx,
  seated: Seated,
  round: RoundRow,
  fairness: PlayReply['fairness'],
): Promise<PlayReply> {
  const isDecided = round.state === 'accepted'
  const balance = await changeDemoBalance(tx, seated, { staked: 0n, paid: isDecided ? round.payout : 0n })
  if (isDecided) await sql`UPDATE studio.rounds SET state = 'settled', token = NULL WHERE id = ${round.id}`.execute(tx)
  const shown: RoundRow = isDecided ? { ...round, state: 'settled' } : round
  return { round: toStudioRound(shown, await progressOf(tx, shown)), balance, fairness }
}

/** Throws DemoBalanceTooLow if the play money does not cover the stake. */
export async function changeDemoBalance(
  tx: Tx,
  seated: Seated,
  { staked, paid }: { staked: bigint; paid: bigint },
): Promise<number> {
  const {
    rows: [session],
  } = await sql<{ balance: bigint }>`
    UPDATE studio.demo_sessions SET balance = balance - ${staked}::bigint + ${paid}::bigint
    WHERE id = ${seated.launch.sessionId}::uuid AND balance >= ${staked}::bigint RETURNING balance`.execute(tx)
  if (!session) throw new DemoBalanceTooLow()
  return Number(session.balance)
}

/** Play money is deleted two days after its launch, with its rounds and seeds. */
export async function forgetOldDemos(parts: StudioParts): Promise<void> {
  const before = new Date(parts.clock.now().getTime() - 2 * 86_400_000)
  await parts.db.transaction(async (tx) => {
    const { rows } = await sql<{
      id: string
    }>`DELETE FROM studio.demo_sessions WHERE id IN (SELECT id FROM studio.demo_sessions WHERE created_at < ${before} LIMIT 200) RETURNING id`.execute(
      tx,
    )
    const owners = rows.map((row) => row.id)
    if (owners.length === 0) return
    await sql`DELETE FROM studio.rounds WHERE owner = ANY(${owners}) AND mode = 'demo'`.execute(tx)
    await sql`DELETE FROM studio.seeds WHERE owner = ANY(${owners})`.execute(tx)
  })
}
