import type * as contract from '#contract/credentials.ts'
import { ok, type RefusalOf, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { addressOf } from '../../kernel/http/address-block.ts'
import { mayPass, refuseCrowded } from '../../kernel/crowd.ts'
import { perQuarterHour } from '../../kernel/attempts.ts'
import { requestOptions } from './ceremony.ts'
import { storeChallenge } from './internal/challenges.ts'
import { siteParty } from './internal/passkeys.ts'

type Endpoint = typeof contract.beginPasskeySignIn

export async function beginPasskeySignIn(ctx: Ctx): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  // Every opening of the sign-in form calls this, so the limit is generous: it bounds the number of stored challenges.
  const attempts = [{ key: `passkey-challenge:address:${addressOf(ctx.caller.ip)}`, limit: perQuarterHour(200) }]
  if (!(await mayPass(ctx, attempts))) return refuseCrowded(ctx)
  const options = await requestOptions(ctx, siteParty(ctx))
  await storeChallenge(ctx, options.challenge, { purpose: 'sign-in', playerId: null })
  return ok({ ...options })
}
