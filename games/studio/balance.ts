/** The player's balance: from the wallet for real money, stored here for demo. */
import { sql } from 'kysely'
import type { StudioParts } from './parts.ts'
import type { Seated } from './seat.ts'

/** The wallet did not answer; the caller answers 503, or 401 if the wallet no longer knows the launch. */
export class BalanceUnknown extends Error {
  readonly isLaunchRefused: boolean
  constructor(isLaunchRefused: boolean) {
    super('the wallet did not return the balance')
    this.isLaunchRefused = isLaunchRefused
  }
}

export async function balanceOf(parts: StudioParts, seated: Seated): Promise<number> {
  if (seated.launch.mode === 'demo') return demoBalance(parts, seated)
  const answer = await parts.wallet.balance({ token: seated.token })
  if (answer.kind === 'accepted') return answer.balance
  throw new BalanceUnknown(answer.kind === 'refused' && answer.name === 'launchTokenInvalid')
}

/** Returns the play money of a demo session, which starts with a thousand default stakes at its first use. */
async function demoBalance(parts: StudioParts, { launch, maths, stakes }: Seated): Promise<number> {
  const {
    rows: [session],
  } = await sql<{ balance: bigint }>`
    INSERT INTO studio.demo_sessions AS session (id, game, currency, balance, created_at)
    VALUES (${launch.sessionId}::uuid, ${maths.slug}, ${launch.currency}, ${stakes.default * 1_000}::bigint, ${parts.clock.now()})
    ON CONFLICT (id) DO UPDATE SET balance = session.balance RETURNING balance`.execute(parts.db.kysely)
  return Number(session!.balance)
}
