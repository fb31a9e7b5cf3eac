import type * as contract from '#contract/identity.ts'
import { ok, type Ok, type ReplyOf, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { fieldsOf } from './form-fields.ts'
import { describe } from './internal/describe.ts'
import { ownerOf } from './internal/profile-owner.ts'

type Endpoint = typeof contract.listFieldValidations

/**
 * The rules of a form; a signed-in player's profile form depends on the country and on whether the identity is
 * verified.
 */
export async function listFieldValidations(
  ctx: Ctx,
  { scenario }: VerbInput<Endpoint>,
): Promise<Ok<ReplyOf<Endpoint>>> {
  const owner = scenario === 'profile' && ctx.caller.player ? await ownerOf(ctx.db.kysely, ctx.caller.player.id) : null
  return ok(describe(ctx, scenario, fieldsOf(scenario, ctx.settings, owner)))
}
