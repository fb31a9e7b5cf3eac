import type * as contract from '#contract/identity.ts'
import { ok, type Ok, type ReplyOf, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { fieldsOf } from './internal/form-fields.ts'

type Endpoint = typeof contract.listFieldValidations

export async function listFieldValidations(ctx: Ctx, { scenario }: VerbInput<Endpoint>): Promise<Ok<ReplyOf<Endpoint>>> {
  return ok(fieldsOf(scenario, ctx.settings))
}
