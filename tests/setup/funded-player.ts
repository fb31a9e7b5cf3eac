/** A player for tests of money: with a session, accounts and funds. */
import { randomUUID } from 'node:crypto'
import { issueAccessToken } from '#server/identity/sessions/access-token.ts'
import { openAccount } from '#server/wallet/open-account.ts'
import type { TestApp } from './app.ts'

export type FundedPlayer = { id: string; sessionId: string; token: string }

/**
 * Creates a player with a session and an account in each currency with its funds in minor units; the first account is
 * active.
 */
export async function createFundedPlayer({ deps, db }: TestApp, funds: Record<string, bigint>): Promise<FundedPlayer> {
  const id = randomUUID()
  const sessionId = randomUUID()
  const now = deps.clock.now()
  await db.asOwner(
    `INSERT INTO identity.players (id, email, nickname, country, currency, created_at, updated_at) VALUES ($1, $2, 'Marguerite', 'DE', 'EUR', $3, $3)`,
    [id, `${id}@example.test`, now],
  )
  await db.asOwner(
    `INSERT INTO identity.sessions (id, player_id, rotated_at, created_at, last_used_at, ip, user_agent) VALUES ($1, $2, $3, $3, $3, '127.0.0.1', 'test')`,
    [sessionId, id, now],
  )
  for (const [index, [currency, amount]] of Object.entries(funds).entries()) {
    await deps.db.transaction((tx) => openAccount(tx, { playerId: id, currency, active: index === 0 }))
    if (amount === 0n) continue
    await giveCash(deps, { playerId: id, currency, amount })
  }
  const token = await issueAccessToken(deps, { playerId: id, sessionId, generation: 1, issuedAt: now })
  return { id, sessionId, token }
}

/** Posts a deposit without a payment. */
export async function giveCash(
  { ledger }: Pick<TestApp['deps'], 'ledger'>,
  { playerId, currency, amount }: { playerId: string; currency: string; amount: bigint },
): Promise<void> {
  const posted = await ledger.post({
    kind: 'deposit',
    actor: 'test',
    idempotencyKey: randomUUID(),
    requestHash: '',
    reference: { kind: 'other', id: 'test' },
    transfers: [
      { from: `clearing:test:${currency}`, to: `player:${playerId}:cash:${currency}`, amount: amount as never },
    ],
  })
  if (!posted.ok) throw new Error(posted.refusal)
}
