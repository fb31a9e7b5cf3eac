/** Proposes the destination of the last paid withdrawal, prefilled and always visible. */
import type { MethodField, PaymentMethod } from '#contract/payments.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { PlayerCtx } from '../../deps.ts'
import { ownedSince } from '../../identity/index.ts'
import { readFields } from '../internal/stored.ts'

/** Only a destination that money has reached is proposed; values from the profile keep precedence. */
export async function proposeLastDestination(
  ctx: PlayerCtx,
  currency: string,
  methods: PaymentMethod[],
): Promise<PaymentMethod[]> {
  const names = methods.map(({ method }) => method)
  if (names.length === 0) return methods
  const since = await ownedSince(ctx.db.kysely, ctx.caller.player.id)
  const rows = await ctx.db.kysely
    .selectFrom('payments.invoices')
    .distinctOn('method')
    .select(['method', 'fields'])
    .where('player_id', '=', ctx.caller.player.id)
    .where('type', '=', InvoiceType.withdrawal)
    .where('status', '=', InvoiceStatus.success)
    .where('currency', '=', currency)
    .where('method', 'in', names)
    .$if(since !== null, (invoices) => invoices.where('created_at', '>', since!))
    .orderBy('method')
    .orderBy('created_at', 'desc')
    .execute()
  const last = new Map(rows.map(({ method, fields }) => [method, readFields(fields)]))
  const fill =
    (method: string) =>
    (field: MethodField): MethodField => {
      const value = last.get(method)?.[field.key]
      return field.value === null && value ? { ...field, value, isDestination: true } : field
    }
  return methods.map((method) => ({ ...method, fields: method.fields.map(fill(method.method)) }))
}
