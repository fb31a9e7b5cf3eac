/** Notifies a player of a decision in their language; the texts are the operator's content. */
import type { Alert } from '#contract/content.ts'
import type { TextDeps, Tx } from '../../../deps.ts'
import { readLocale } from '../../players/read-locale.ts'
import { notify } from '../../../messaging/index.ts'

export type Decided =
  | 'documentApproved'
  | 'documentDeclined'
  | 'identityApproved'
  | 'identityRetry'
  | 'identityRejected'
type Occasion = { playerId: string; decided: Decided; once: string; values?: Record<string, string> }

export async function notifyPlayer(
  deps: TextDeps,
  tx: Tx,
  { playerId, decided, once, values = {} }: Occasion,
): Promise<void> {
  const alerts = deps.content.read(await readLocale(tx, playerId), 'alerts').verification as
    | Record<string, Alert>
    | undefined
  const alert = alerts?.[decided]
  if (!alert) return
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '').trim()
  await notify(tx, {
    playerId,
    key: `verification.${decided}`,
    once,
    isPushed: true,
    at: deps.clock.now(),
    title: fill(alert.title),
    description: fill(alert.description) || null,
    button: {
      label: alert.button,
      target: { kind: 'page', path: decided.startsWith('document') ? '/profile/documents' : '/profile/verification' },
    },
  })
}
