/** The status of a player at the desk. */
import type * as contract from '#contract/desk/player-acts.ts'
import { refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { findPlayer } from '../players/players.ts'
import { setStatus } from './set-status.ts'

export async function setStatusOfPlayer(
  ctx: DeskCtx,
  input: VerbInput<typeof contract.setStatusOfPlayer>,
): Promise<Result<{ sessions: number }, RefusalOf<typeof contract.setStatusOfPlayer>>> {
  if (!(await findPlayer(ctx.db.kysely, input.playerId))) return refuse('playerNotFound')
  return setStatus(ctx, input)
}
