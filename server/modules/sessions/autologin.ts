/** One-time ways in that the house itself sends, as in a mail: whoever opens the link holds the mailbox. */
import type { Ctx, Tx } from '../../deps.ts'
import { issueLinkCode } from '../../platform/link-codes.ts'

/** Long enough for a mail to be found, short enough for one that lies about. */
const goodForSeconds = 15 * 60

/** A token for `POST /api/player/sessions/token`, or for the page `/auth/autologin?token=…&state={"backRoute":"…"}`: one use, a quarter of an hour. */
export function issueAutologinToken(
  tx: Tx,
  ctx: Pick<Ctx, 'clock' | 'randomBytes'>,
  playerId: string,
  ttlSeconds = goodForSeconds,
): Promise<string> {
  return issueLinkCode(tx, ctx, { purpose: 'autologin', playerId, ttlSeconds })
}
