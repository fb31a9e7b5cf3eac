/** Notifies the player of the end of an invoice, in the player's language. */
import type { Alert } from '#contract/content.ts'
import type { MessageTarget } from '#contract/message-links.ts'
import type { TextDeps } from '../../deps.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { readLocale } from '../../identity/index.ts'
import { notify, removeNotice } from '../../messaging/index.ts'
import { formatAmount } from '../../reference/index.ts'
import type { InvoiceRow } from './invoices.ts'

const history: MessageTarget = { kind: 'page', path: '/profile/history' }
/** Where the player can try again. */
const targets: Record<string, MessageTarget> = {
  depositFailed: { kind: 'modal', modal: 'wallet', value: 'deposit' },
  withdrawalFailed: { kind: 'modal', modal: 'wallet', value: 'withdraw' },
}

/** `alert` replaces the default text for the outcome; `reason` comes from an operator or a partner. */
export async function notifyPlayer(
  deps: TextDeps,
  tx: Tx,
  invoice: InvoiceRow,
  {
    alert = alertName(invoice),
    reason = '',
    shown = invoice.amount ?? 0n,
    once = invoice.id,
  }: {
    alert?: string
    reason?: string
    /** By default the amount of the invoice. */
    shown?: bigint
    once?: string
  } = {},
): Promise<void> {
  const locale = await readLocale(tx, invoice.player_id)
  const words = alertOf(deps, locale, alert)
  if (!words) return
  const amount = formatAmount(shown, invoice.currency, locale)
  // As functions: an operator's reason may contain replacement patterns.
  const fill = (text: string) =>
    text
      .replaceAll('{amount}', () => amount)
      .replaceAll('{number}', invoice.number)
      .replaceAll('{reason}', () => reason)
  await notify(tx, {
    playerId: invoice.player_id,
    key: `invoice.${alert}`,
    once,
    isPushed: invoice.type === InvoiceType.withdrawal,
    at: deps.clock.now(),
    title: fill(words.title),
    description: fill(words.description) || null,
    button: { label: words.button, target: targets[alert] ?? history },
  })
}

const instruction = 'depositInstruction'

/** How to pay a deposit, such as the number for a kiosk, shown until the deposit has ended. */
export async function notifyInstruction(
  deps: TextDeps,
  tx: Tx,
  invoice: InvoiceRow,
  message: Record<string, string>,
): Promise<void> {
  const locale = await readLocale(tx, invoice.player_id)
  // A partner may have issued another one.
  await removeInstruction(tx, invoice)
  const reason = message[locale] ?? message.en ?? Object.values(message)[0] ?? ''
  await notifyPlayer(deps, tx, invoice, { alert: instruction, reason })
}

export async function removeInstruction(tx: Tx, { id, player_id }: InvoiceRow): Promise<void> {
  await removeNotice(tx, { playerId: player_id, key: `invoice.${instruction}`, once: id })
}

/** The same text as the alert on the screen, from the operator's content. */
function alertName({ type, status }: InvoiceRow): string {
  if (type === InvoiceType.deposit) return status === InvoiceStatus.success ? 'depositSuccess' : 'depositFailed'
  return status === InvoiceStatus.success ? 'withdrawalSuccess' : 'withdrawalFailed'
}

function alertOf(deps: TextDeps, locale: string, name: string): Alert | null {
  const alerts = deps.content.read(locale, 'alerts').payments as Record<string, Alert> | undefined
  return alerts?.[name] ?? null
}
