/** The chains of shared rounds at the desk. */
import type * as contract from '#contract/desk/shared-rounds.ts'
import { ok, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { enterSalt, presentChain, readChains } from './chains.ts'

export async function listHashChains(
  { db }: DeskCtx,
  { game }: VerbInput<typeof contract.listHashChains>,
): Promise<Result<ReplyOf<typeof contract.listHashChains>>> {
  return ok((await readChains(db.kysely, game)).map((row) => ({ ...presentChain(row), played: row.played })))
}

export async function enterSaltOfChain(
  ctx: DeskCtx,
  input: VerbInput<typeof contract.enterSalt>,
): Promise<Result<void, RefusalOf<typeof contract.enterSalt>>> {
  return enterSalt(ctx, input)
}
