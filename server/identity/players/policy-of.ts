/** The policy of player protection that applies to a player, by the country of the account. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { type Policy, type PolicySettings, readPolicy } from '../../kernel/policy.ts'

export async function policyOf(db: Kysely<Tables>, settings: PolicySettings, playerId: string): Promise<Policy> {
  const player = await db.selectFrom('identity.players').select('country').where('id', '=', playerId).executeTakeFirst()
  return readPolicy(player?.country ?? null, settings)
}

/** A visitor without an account has the policy of the country of the visit, or of the assumed one. */
export async function policyOfCaller({ db, settings, caller }: Ctx): Promise<Policy> {
  return caller.player
    ? policyOf(db.kysely, settings, caller.player.id)
    : readPolicy(caller.country ?? settings.defaultCountry, settings)
}
