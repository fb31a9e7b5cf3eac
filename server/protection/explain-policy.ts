/** The rules of a country at the desk. */
import { relative } from 'node:path'
import type * as contract from '#contract/desk/policy.ts'
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { explainPolicy } from '../kernel/policy.ts'

export async function explainPolicyOf(
  { settings }: Pick<DeskCtx, 'settings'>,
  { place }: VerbInput<typeof contract.explainPolicy>,
): Promise<Result<ReplyOf<typeof contract.explainPolicy>>> {
  return ok({
    isLicensed: settings.licences.has(place),
    rules: explainPolicy(place, settings).map(({ name, value, description, from, source }) => ({
      name,
      value,
      description,
      file: relative(process.cwd(), from),
      source,
    })),
  })
}
