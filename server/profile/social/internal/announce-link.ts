/** Informs the player by mail that a social account has been linked. */
import type { Ctx, Tx } from '../../../deps.ts'
import { send } from '../../../messaging/index.ts'
import type { Player } from '../../../identity/index.ts'
import { localePrefix } from '../../../kernel/locales.ts'
import { nameOfConnection } from './listed-connections.ts'
import type { Presented } from './present.ts'

export async function announceLink(tx: Tx, ctx: Ctx, player: Player, { login, connection }: Presented): Promise<void> {
  await send(tx, ctx, {
    medium: 'mail',
    template: 'social-linked',
    to: player.email!,
    locale: player.locale,
    playerId: player.id,
    values: {
      provider: nameOfConnection(ctx, connection) ?? login.name,
      at: ctx.clock.now().toISOString(),
      country: ctx.caller.country ?? '',
      link: `${ctx.settings.publicUrl}${localePrefix(player.locale)}/profile/security`,
    },
  })
}
