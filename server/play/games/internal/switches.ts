/** Games and studios that operators have switched off (server/reference/switches.ts). */
import type { Ctx } from '../../../deps.ts'
import type { GameStudio, StudioGame } from '../../../partners/game-studio/port.ts'
import { switchedOffFor } from '../../../identity/index.ts'

type Offered = { studio: Pick<GameStudio, 'slug'>; game: Pick<StudioGame, 'slug' | 'maker'> }

/** The names by which a game can be switched off: its own, its maker's, and that of the supplier that carries it. */
export function switchesOf({ studio, game }: Offered): string[] {
  const studios = new Set([studio.slug, game.maker?.slug ?? studio.slug])
  return [`game:${game.slug}`, ...[...studios].map((slug) => `studio:${slug}`)]
}

/** Whether a game is switched off for the caller. */
export async function switchesFor(ctx: Ctx): Promise<(offered: Offered) => boolean> {
  const off = await switchedOffFor(ctx)
  return off.size === 0 ? () => false : (offered) => switchesOf(offered).some((name) => off.has(name))
}
