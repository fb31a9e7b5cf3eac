/** Leaves the player a message about an invoice that ended, in the player's own language. */
import type { Deps } from '../../../deps.ts'
import { InvoiceType } from '#contract/payments.ts'
import type { Tx } from '../../../db/connect.ts'
import { readLocale } from '../../identity/read-locale.ts'
import { notify } from '../../messages/notify.ts'
import { findCurrency } from '../../settings/list-currencies.ts'
import type { InvoiceRow } from './invoices.ts'

type Words = { title: string; description: string }

export async function tellPlayer(deps: Deps, tx: Tx, invoice: InvoiceRow): Promise<void> {
  const locale = await readLocale(tx, invoice.player_id)
  const words = alertOf(deps, locale, alertName(invoice))
  if (!words) return
  const amount = formatAmount(invoice.amount ?? 0n, invoice.currency, locale)
  const fill = (text: string) => text.replaceAll('{amount}', amount).replaceAll('{number}', invoice.number)
  await notify(tx, {
    playerId: invoice.player_id, key: `invoice.${alertName(invoice)}`, once: invoice.id, at: deps.clock.now(),
    title: fill(words.title), description: fill(words.description) || null,
  })
}

/** The same words as the alert on the screen: content, so the operator's to change. */
function alertName({ type, status }: InvoiceRow): string {
  if (type === InvoiceType.deposit) return status === 2 ? 'depositSuccess' : 'depositFailed'
  return status === 2 ? 'withdrawalSuccess' : 'withdrawalFailed'
}

function alertOf(deps: Deps, locale: string, name: string): Words | null {
  const alerts = deps.content.read(locale, 'alerts').payments as Record<string, Words> | undefined
  return alerts?.[name] ?? null
}

/** Exact, whatever the size: Intl takes decimal text. BTC and ETH in milli units, as on the screen. */
export function formatAmount(amount: bigint, currency: string, locale: string): string {
  const known = findCurrency(currency)
  const unit = known?.subCurrencies[0] ?? { code: currency, subunitToUnit: known?.subunitToUnit ?? 1 }
  const places = String(unit.subunitToUnit).length - 1
  const text = String(amount).padStart(places + 1, '0')
  const decimal = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
  const style = known?.type === 'fiat' ? { style: 'currency' as const, currency } : { maximumFractionDigits: places }
  const formatted = new Intl.NumberFormat(locale, style).format(decimal as `${number}`)
  return known?.type === 'fiat' ? formatted : `${formatted} ${unit.code}`
}
