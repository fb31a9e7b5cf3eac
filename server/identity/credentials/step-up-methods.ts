/** The player's available proofs for a step-up, strongest first. */
import type { stepUpMethods } from '#contract/credentials.ts'
import type { PlayerCtx } from '../../deps.ts'
import { takesTextMessages } from '../otp/takes-text-messages.ts'
import { type Player, readPlayer } from '../players/players.ts'
import { hasTotp } from './second-factor.ts'

export type StepUpMethod = (typeof stepUpMethods)[number]

/** A step-up is never weaker than signing in: with an authenticator, neither a password nor a text message suffices. */
export async function stepUpMethodsOf(ctx: PlayerCtx): Promise<{ methods: StepUpMethod[]; player: Player }> {
  const { id: playerId } = ctx.caller.player
  const [player, isTotpOn, passkey] = await Promise.all([
    readPlayer(ctx.db.kysely, playerId),
    hasTotp(ctx.db.kysely, playerId),
    ctx.db.kysely
      .selectFrom('credentials.passkeys')
      .select('id')
      .where('player_id', '=', playerId)
      .limit(1)
      .executeTakeFirst(),
  ])
  const has: Record<StepUpMethod, boolean> = {
    passkey: passkey !== undefined,
    totp: isTotpOn,
    password: player.password_hash !== null && !isTotpOn,
    otp: player.phone_confirmed_at !== null && player.phone !== null && !isTotpOn && takesTextMessages(ctx),
  }
  return { methods: (['passkey', 'totp', 'password', 'otp'] as const).filter((method) => has[method]), player }
}
