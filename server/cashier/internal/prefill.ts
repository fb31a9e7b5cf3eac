/** Prefills the fields of payment methods with what the profile, or else the last deposit, contains. */
import { sql } from 'kysely'
import { InvoiceType, type MethodField, type PaymentMethod } from '#contract/payments.ts'
import type { PlayerCtx } from '../../deps.ts'
import { pictureAddress } from '../../reference/index.ts'
import { ownedSince, readDetails, readPlayer } from '../../identity/index.ts'
import { readFields } from './stored.ts'

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
    cpf_number: readDetails(details).cpf_number ?? (hasCpf(methods) ? await lastCpf(ctx) : ''),
    account_holder: first_name && last_name ? `${first_name} ${last_name}` : '',
  }
  const fill = (field: MethodField) =>
    field.value === null && known[field.key] ? { ...field, value: known[field.key]! } : field
  return methods.map((method) => ({ ...method, fields: method.fields.map(fill) }))
}

const cpfKey = 'cpf_number'
const hasCpf = (methods: PaymentMethod[]) => methods.some(({ fields }) => fields.some(({ key }) => key === cpfKey))

/** A tax number is asked once: that of the last deposit is also the key of a Pix withdrawal. */
async function lastCpf({ db, caller }: PlayerCtx): Promise<string> {
  const since = await ownedSince(db.kysely, caller.player.id)
  const last = await db.kysely
    .selectFrom('payments.invoices')
    .select('fields')
    .where('player_id', '=', caller.player.id)
    .where('type', '=', InvoiceType.deposit)
    .where(sql<boolean>`fields ? ${cpfKey}`)
    .$if(since !== null, (invoices) => invoices.where('created_at', '>', since!))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? (readFields(last.fields)[cpfKey] ?? '') : ''
}
