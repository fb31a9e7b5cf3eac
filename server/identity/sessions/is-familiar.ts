/** Whether a sign-in comes from a network or device that its player has used before; guesses come from others. */
import { sql } from 'kysely'
import type { Ctx, KernelDeps } from '../../deps.ts'
import { prefixOf } from '../../kernel/http/address-block.ts'

const nobody = '00000000-0000-0000-0000-000000000000'
const rememberedMs = 90 * 86_400_000
/** A fingerprint shared by more players identifies a phone model, and anyone who owns one can present it. */
export const mostPlayersOfOneMark = 5

/** `playerId` is null for an unknown account: the check takes the same time, and the result is false. */
export async function isFamiliar(ctx: Ctx, playerId: string | null, fingerprint: string | null): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - rememberedMs)
  // A device that recently proved control of the mailbox is familiar too, so that players can sign in during an attack.
  const { rows } = await sql<{ ip: string; fingerprint: string | null }>`
    (SELECT ip, fingerprint FROM identity.sessions WHERE player_id = ${playerId ?? nobody} AND created_at > ${since} ORDER BY created_at DESC LIMIT 50)
    UNION ALL
    (SELECT ip, detail->>'fingerprint' FROM identity.audit WHERE player_id = ${playerId ?? nobody} AND action IN ('password-reset', 'email-confirmed', 'sign-in-approved') AND at > ${since} ORDER BY id DESC LIMIT 5)`.execute(
    ctx.db.kysely,
  )
  const prefix = prefixOf(ctx.caller.ip)
  if (rows.some(({ ip }) => prefixOf(ip) === prefix)) return true
  return fingerprint !== null && rows.some((row) => row.fingerprint === fingerprint) && (await isRare(ctx, fingerprint))
}

async function isRare({ db }: KernelDeps, fingerprint: string): Promise<boolean> {
  const { rows } = await sql<{ players: number }>`
    SELECT count(*)::int AS players FROM (
      SELECT DISTINCT player_id FROM identity.sessions WHERE fingerprint = ${fingerprint} LIMIT ${mostPlayersOfOneMark + 1}) AS holders`.execute(
    db.kysely,
  )
  return rows[0]!.players <= mostPlayersOfOneMark
}
