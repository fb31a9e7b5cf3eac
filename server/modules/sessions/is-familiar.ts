/** Whether an account is asked for from where its player has been before; guessers come from elsewhere. */
import { sql } from 'kysely'
import type { Ctx } from '../../deps.ts'
import { prefixOf } from '../../http/address-block.ts'

const nobody = '00000000-0000-0000-0000-000000000000'
const rememberedMs = 90 * 86_400_000
/** A mark that more players share belongs to a model of phone, and whoever owns one of those can show it. */
const mostPlayersOfOneMark = 5

/** `playerId` is null where there is no such account: that costs as much, and nothing is familiar to it. */
export async function isFamiliar(
  ctx: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  playerId: string | null,
  fingerprint: string | null,
): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - rememberedMs)
  // Who has just proven to hold the mailbox is no stranger either: that is the way in from a new device while guessers are at work.
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

async function isRare({ db }: Pick<Ctx, 'db'>, fingerprint: string): Promise<boolean> {
  const { rows } = await sql<{ players: number }>`
    SELECT count(*)::int AS players FROM (
      SELECT DISTINCT player_id FROM identity.sessions WHERE fingerprint = ${fingerprint} LIMIT ${mostPlayersOfOneMark + 1}) AS holders`.execute(
    db.kysely,
  )
  return rows[0]!.players <= mostPlayersOfOneMark
}
