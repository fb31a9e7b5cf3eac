import type { Ctx } from '../../deps.ts'
import { findGame } from './internal/catalogue.ts'

/** Those of these games that are in the catalogue, with their names in the caller's language. */
export function gameNames(ctx: Ctx, ids: string[]): Array<{ id: string; name: string }> {
  return ids.flatMap((id) => {
    const found = findGame(ctx, id)
    return found ? [{ id, name: found.game.text(ctx.caller.locale).name }] : []
  })
}
