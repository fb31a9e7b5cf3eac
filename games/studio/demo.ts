/**
 * Demo rounds: the same maths, seeds and pace as real money (player protection, clause 27); only the balance is the
 * studio's.
 */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { PlayReply } from '../studio-api.ts'
import { balanceOf } from './balance.ts'
import { insertRound, isSeatTaken, type NewPlay, tooFast } from './open-round.ts'
import type { StudioParts, Tx } from './parts.ts'
import { readRound, type StoredRound, toStudioRound } from './round-row.ts'
import type { Seated } from './seat.ts'
import { openSeeds, toFairness } from './seeds.ts'
import { decideOutcome } from './settle-round.ts'

type DemoResult = Result<PlayReply, 'tooFast' | 'insufficientFunds' | 'playInFlight'> & { retryAfterMs?: number }

/** One transaction from nonce to result. */
export async function playDemo(parts: StudioParts, seated: Seated, play: NewPlay): Promise<DemoResult> {
  await openSeeds(parts, { owner: seated.owner, game: seated.maths.slug })
  await balanceOf(parts, seated)
  try {
    const reply = await parts.db.transaction((tx) => playIn(parts, tx, seated, play))
    if (reply) return ok(reply)
  } catch (error) {
    if (error instanceof PurseEmpty) return refuse('insufficientFunds')
    if (isSeatTaken(error)) return refuse('playInFlight')
    throw error
  }
  return tooFast(parts, play)
}

class PurseEmpty extends Error {}

async function playIn(parts: StudioParts, tx: Tx, seated: Seated, play: NewPlay): Promise<PlayReply | undefined> {
  const opened = await insertRound(parts, tx, play)
  if (!opened) return undefined
  const outcome = await decideOutcome(tx, opened.round)
  const {
    rows: [purse],
  } = await sql<{ balance: bigint }>`
    UPDATE studio.demo_sessions SET balance = balance - ${play.stake}::bigint + ${outcome.payout}::bigint
    WHERE id = ${seated.launch.sessionId}::uuid AND balance >= ${play.stake}::bigint RETURNING balance`.execute(tx)
  if (!purse) throw new PurseEmpty()
  const {
    rows: [round],
  } = await sql<StoredRound>`
    UPDATE studio.rounds SET state = 'settled', outcome = ${JSON.stringify(outcome)}::jsonb, payout = ${outcome.payout}::bigint, token = NULL
    WHERE id = ${opened.round.id} RETURNING *`.execute(tx)
  return { round: toStudioRound(readRound(round!)), balance: Number(purse.balance), fairness: toFairness(opened.seeds) }
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
