/** The player's client: its token, and whether the session behind the token is still open. */
import type { Ctx, PlayerCtx } from '../../deps.ts'
import type { IssuedToken, Sportsbook } from '../../partners/sportsbook/port.ts'
import { AccountStatus } from '#contract/wallet.ts'
import { beginPlaySession, ensureRealityCheck } from '../../play/index.ts'
import { isSessionOpen } from '../../identity/index.ts'
import { listAccounts } from '../../wallet/index.ts'
import { findSportsbook } from './calls.ts'

export async function readClient(
  ctx: Ctx,
  { sportsbook, token }: { sportsbook: string; token: string },
): Promise<ReturnType<Sportsbook['readToken']>> {
  const client = findSportsbook(ctx, sportsbook)?.readToken(token, ctx.clock.now())
  return client && (await isSessionOpen(ctx, client)) ? client : null
}

/** By default in the active account's currency. Null if the player has no such account, or nothing starts in it. */
export async function issueToken(
  ctx: PlayerCtx,
  sportsbook: Sportsbook,
  wantedCurrency?: string,
): Promise<(IssuedToken & { currency: string }) | null> {
  const accounts = await listAccounts(ctx)
  const account = accounts.ok
    ? accounts.value.find(({ currency, status }) =>
        wantedCurrency === undefined ? status === AccountStatus.active : currency === wantedCurrency,
      )
    : undefined
  if (!account || !ctx.reference.isOffered(account.currency)) return null
  const { id: playerId, sessionId } = ctx.caller.player
  // Bets are stakes: their time and result are shown, and none is without its reality check.
  await beginPlaySession(ctx)
  await ensureRealityCheck(ctx.db.kysely, ctx, playerId)
  const { currency } = account
  return { ...sportsbook.issueToken({ playerId, sessionId, currency }, ctx.clock.now()), currency }
}
