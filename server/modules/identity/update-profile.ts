import type * as contract from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { isLocale } from '../settings/locales.ts'
import { audit } from './audit.ts'
import { faultsOfForm, hasFaults } from './check-form.ts'
import { profileOf } from './players.ts'
import { words } from './words.ts'

type Endpoint = typeof contract.updateProfile

/** Column of each field that a player may change. Everything else in a body is not looked at. */
const columns = { firstName: 'first_name', lastName: 'last_name', nickname: 'nickname', locale: 'locale' } as const
type Editable = keyof typeof columns

export async function updateProfile(ctx: PlayerCtx, input: VerbInput<Endpoint>): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  const changed = (Object.keys(columns) as Editable[]).filter((field) => input[field] !== undefined)
  const faults = faultsOfForm(ctx, 'profile', input, changed)
  if (input.locale !== undefined && !faults.locale && !isLocale(input.locale)) faults.locale = [words(ctx).say('localeNotOffered')]
  if (hasFaults(faults)) return refuse('fieldsInvalid', { fields: faults })
  const values = Object.fromEntries(changed.map((field) => [columns[field], input[field]!.trim() || null]))
  const { id: playerId, sessionId } = ctx.caller.player
  const player = await ctx.db.transaction(async (tx) => {
    const row = await tx.updateTable('identity.players').set({ ...values, updated_at: ctx.clock.now() }).where('id', '=', playerId).returningAll().executeTakeFirstOrThrow()
    if (changed.length > 0) await audit(tx, ctx, { action: 'profile-changed', playerId, sessionId, detail: { fields: changed } })
    return row
  })
  return ok(await profileOf(ctx.db.kysely, player, sessionId))
}
