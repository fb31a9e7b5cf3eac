import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { readPlayer } from '../players/players.ts'
import { hasSteppedUp } from '../sessions/step-up.ts'
import { siteName, relyingParty, webauthn } from './internal/ceremony.ts'
import { storeChallenge } from './internal/challenges.ts'

type Endpoint = typeof contract.beginPasskey

/**
 * Options for creating a passkey. It is discoverable, so that players type no login, and requires user verification.
 */
export async function beginPasskey(ctx: PlayerCtx): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  if (!(await hasSteppedUp(ctx))) return refuse('stepUpRequired')
  const { id: playerId } = ctx.caller.player
  const player = await readPlayer(ctx.db.kysely, playerId)
  const existing = await ctx.db.kysely
    .selectFrom('credentials.passkeys')
    .select('credential_id as id')
    .where('player_id', '=', playerId)
    .execute()
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: relyingParty(ctx).id,
    userID: Uint8Array.from(Buffer.from(playerId.replaceAll('-', ''), 'hex')),
    userName: player.email ?? `+${player.phone}`,
    userDisplayName: player.nickname ?? '',
    challenge: Uint8Array.from(ctx.randomBytes(32)),
    attestationType: 'none',
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(ctx, options.challenge, { purpose: 'registration', playerId })
  return ok({ ...options })
}
