/** What the player has: asked of the house for real money, kept here for demo. */
import { sql } from 'kysely'
import type { StudioParts } from './parts.ts'
import type { Seated } from './seat.ts'

/** The house did not tell; the caller answers 503, or 401 where the house no longer knows the launch. */
export class BalanceUnknown extends Error {
  readonly isLaunchRefused: boolean
  constructor(isLaunchRefused: boolean) {
    super('the house did not tell the balance')
    this.isLaunchRefused = isLaunchRefused
  }
}

export async function balanceOf(parts: StudioParts, seated: Seated): Promise<number> {
  if (seated.launch.mode === 'demo') return demoBalance(parts, seated)
  const answer = await parts.house.balance({ token: seated.token })
  if (answer.kind === 'accepted') return answer.balance
  throw new BalanceUnknown(answer.kind === 'refused' && answer.name === 'launchTokenInvalid')
}

/** A demo session starts with a thousand usual stakes of play money, made on first sight. */
async function demoBalance(parts: StudioParts, { launch, maths, stakes }: Seated): Promise<number> {
  const {
    rows: [session],
  } = await sql<{ balance: bigint }>`
    INSERT INTO studio.demo_sessions AS session (id, game, currency, balance, created_at)
    VALUES (${launch.sessionId}::uuid, ${maths.slug}, ${launch.currency}, ${stakes.default * 1_000}::bigint, ${parts.clock.now()})
    ON CONFLICT (id) DO UPDATE SET balance = session.balance RETURNING balance`.execute(parts.db.kysely)
  return Number(session!.balance)
}
