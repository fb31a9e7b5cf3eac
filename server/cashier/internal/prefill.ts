/** Prefills the fields of payment methods with what the profile contains. */
import type { MethodField, PaymentMethod } from '#contract/payments.ts'
import type { PlayerCtx } from '../../deps.ts'
import { pictureAddress } from '../../reference/index.ts'
import { readDetails, readPlayer } from '../../identity/index.ts'

/** Personal data that need not be entered twice. A previous destination is proposed separately, and always visible. */
export async function prefill(ctx: PlayerCtx, offered: PaymentMethod[]): Promise<PaymentMethod[]> {
  const methods = offered.map((method) => ({
    ...method,
    logo: method.logo && pictureAddress(ctx.settings, method.logo),
  }))
  if (!methods.some(({ fields }) => fields.length > 0)) return methods
  const { phone, first_name, last_name, details } = await readPlayer(ctx.db.kysely, ctx.caller.player.id)
  const known: Record<string, string> = {
    phone: phone ? `+${phone}` : '',
    cpf_number: readDetails(details).cpf_number ?? '',
    account_holder: first_name && last_name ? `${first_name} ${last_name}` : '',
  }
  const fill = (field: MethodField) =>
    field.value === null && known[field.key] ? { ...field, value: known[field.key]! } : field
  return methods.map((method) => ({ ...method, fields: method.fields.map(fill) }))
}
