/** The message about a break that its player has started; open pages on other devices then show the break. */
import type { TextDeps, Tx } from '../../deps.ts'
import { notify } from '../../messaging/index.ts'
import { readLocale } from '../../identity/index.ts'
import type { LimitRow } from './rows.ts'

type Words = { messages: Record<'breakStarted', { title: string; description: string; button: string }> }

export async function notifyBreak(
  tx: Tx,
  { clock, content }: TextDeps,
  { id, player_id: playerId, ends_at, zone }: LimitRow,
): Promise<void> {
  const locale = await readLocale(tx, playerId)
  const { title, description, button } = (content.read(locale, 'notices') as Words).messages.breakStarted
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: zone }).format(
    ends_at!,
  )
  await notify(tx, {
    playerId,
    key: 'break-started',
    once: id,
    title,
    description: description.replaceAll('{date}', () => date),
    button: { label: button, target: { kind: 'page', path: '/profile/limits' } },
    at: clock.now(),
  })
}
