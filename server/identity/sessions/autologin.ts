/** One-time sign-in links that the site sends, for example by mail: whoever opens one controls the mailbox. */
import type { KernelDeps, Tx } from '../../deps.ts'
import { issueLinkCode } from '../../kernel/link-codes.ts'

/** Long enough to find the mail, short enough to limit the risk of an unused link. */
const goodForSeconds = 10 * 60

/**
 * A token for `POST /api/player/sessions/token`, or for the page `/auth/autologin?token=…&state={"backRoute":"…"}`:
 * single use, valid for ten minutes.
 */
export function issueAutologinToken(
  tx: Tx,
  ctx: KernelDeps,
  playerId: string,
  ttlSeconds = goodForSeconds,
): Promise<string> {
  return issueLinkCode(tx, ctx, { purpose: 'autologin', playerId, ttlSeconds })
}
