/** Sets a new password: every other session ends, pending reset links become invalid, and the player is notified. */
import type { Ctx, TextDeps, Tx } from '../../deps.ts'
import { send } from '../../messaging/index.ts'
import { faultOf } from '#contract/fields/rules.ts'
import { isGuessable } from '../passwords/guessable.ts'
import { deviceOf } from '../players/device.ts'
import { type Player, updatePlayer } from '../players/players.ts'
import { localePrefix } from '../../kernel/locales.ts'
import { closeOpenSession } from './sessions.ts'
import { playerTexts } from '../../kernel/player-texts.ts'

/** The message about an invalid new password, in the caller's language; undefined if it is valid. */
export function faultOfPassword(ctx: Ctx, password: string): string | undefined {
  const { messages, notice } = playerTexts(ctx)
  const rules = { required: true, minLength: ctx.settings.passwordMinLength, maxLength: 256 }
  return (
    faultOf(password, rules, { today: ctx.clock.now(), valueOf: () => undefined }, messages) ??
    (isGuessable(password, namesOfSite(ctx)) ? notice('passwordTooCommon') : undefined)
  )
}

/** The names of the site, which attackers try as passwords. */
export function namesOfSite({ content, settings }: TextDeps): string[] {
  const { brand } = content.read('en', 'layout') as { brand?: { alt?: string } }
  return [brand?.alt ?? '', new URL(settings.publicUrl).hostname]
}

/** Returns the closed sessions; the caller closes their sockets after the commit. */
export async function setPassword(
  tx: Tx,
  ctx: Ctx,
  player: Pick<Player, 'id' | 'email' | 'locale'>,
  { passwordHash, keptSessionId }: { passwordHash: string; keptSessionId: string | null },
): Promise<string[]> {
  const now = ctx.clock.now()
  await updatePlayer(tx, player.id, { password_hash: passwordHash, updated_at: now })
  await tx
    .updateTable('identity.link_codes')
    .set({ used_at: now })
    .where('player_id', '=', player.id)
    .where('purpose', 'in', ['password-reset', 'autologin'])
    .where('used_at', 'is', null)
    .execute()
  const open = await tx
    .selectFrom('identity.sessions')
    .select('id')
    .where('player_id', '=', player.id)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()
  const ending = open.map(({ id }) => id).filter((id) => id !== keptSessionId)
  for (const sessionId of ending)
    await closeOpenSession(tx, now, { playerId: player.id, sessionId }, 'password-changed')
  if (player.email) await notifyPlayer(tx, ctx, { ...player, email: player.email })
  return ending
}

async function notifyPlayer(
  tx: Tx,
  ctx: Ctx,
  { id, email, locale }: { id: string; email: string; locale: string },
): Promise<void> {
  const { userAgent, country } = ctx.caller
  await send(tx, ctx, {
    medium: 'mail',
    to: email,
    locale,
    template: 'password-changed',
    playerId: id,
    values: {
      at: ctx.clock.now().toISOString(),
      device: deviceOf(userAgent),
      country: country ?? '',
      link: `${ctx.settings.publicUrl}${localePrefix(locale) || '/'}?forgot-pass=true`,
    },
  })
}
