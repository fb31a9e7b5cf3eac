/**
 * Tells a player what an operator has done to the account, in the transaction that does it: by a message on the site,
 * and by mail, or by text message without a mail address.
 */
import type { MessageTarget } from '#contract/message-links.ts'
import type { TextDeps, Tx } from '../../deps.ts'
import { notify, send } from '../../messaging/index.ts'
import { type Player, readDetails, readPlayer } from './players.ts'

type Act =
  | 'breakSet'
  | 'exclusionSet'
  | 'exclusionSetForGood'
  | 'limitSet'
  | 'accountBlocked'
  | 'accountLimited'
  | 'accountAdmitted'
  | 'phoneChanged'
type Words = { acts: Record<Act, { title: string; description: string; button: string }> }
type Told = {
  act: Act
  /** Fill the texts beside `at`, the time of the act; times are formatted in the player's zone. */
  values?: Record<string, string | Date>
  /** What the message on the site leads to. */
  target?: MessageTarget
}

export async function tellOfAct(
  tx: Tx,
  { clock, content }: TextDeps,
  playerId: string,
  { act, values = {}, target = { kind: 'page', path: '/profile/info' } }: Told,
): Promise<void> {
  const player = await readPlayer(tx, playerId)
  const { locale, email, phone } = player
  const words = (content.read(locale, 'notices') as Words).acts[act]
  const all: Record<string, string | Date> = { at: clock.now(), ...values }
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = all[name]
      return value instanceof Date ? formatFor(player, value) : (value ?? whole)
    })
  const title = fill(words.title)
  const text = fill(words.description)
  await notify(tx, {
    playerId,
    key: 'operator-act',
    title,
    description: text,
    button: { label: words.button, target },
    at: clock.now(),
  })
  const notice = { locale, template: 'account-notice', values: { title, text }, playerId } as const
  if (email) await send(tx, { clock }, { medium: 'mail', to: email, ...notice })
  else if (phone) await send(tx, { clock }, { medium: 'sms', to: phone, ...notice })
}

function formatFor({ locale, details }: Player, at: Date): string {
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: readDetails(details).timeZone || 'UTC',
    timeZoneName: 'short',
  }).format(at)
}
