/** All payments, newest first, with filters. */
import { sql } from 'kysely'
import { z } from 'zod'
import type * as contract from '#contract/desk/payments.ts'
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { InvoiceType } from '#contract/payments.ts'
import { findPlayersNamed } from '../../identity/index.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { pageOf, readKey } from '../../kernel/page-key.ts'
import { currencies } from '../../reference/index.ts'
import { isInState, presentPayment, selectPayments } from './payments.ts'

const pageSize = 50
const dayMs = 86_400_000
/** When it was created, and its id. */
const Key = z.tuple([z.iso.datetime(), z.uuid()])

export async function listPayments(
  ctx: DeskCtx,
  filters: VerbInput<typeof contract.listPayments>,
): Promise<Result<ReplyOf<typeof contract.listPayments>>> {
  const { type, state, method, partner, currency, least, most, from, to, player, after } = filters
  const key = readKey(after, Key)
  const players = player === undefined ? null : await findPlayersNamed(ctx.db.kysely, player)
  if (players?.length === 0) return ok({ payments: [], next: null })
  let query = selectPayments(ctx.db.kysely)
  if (type) query = query.where('invoice.type', '=', InvoiceType[type])
  if (state) query = query.where(isInState[state])
  if (method) query = query.where('invoice.method', '=', method)
  if (partner) query = query.where('invoice.partner', '=', partner)
  if (currency) query = query.where('invoice.currency', '=', currency.toUpperCase())
  if (least) query = query.where(sql<boolean>`invoice.amount >= ${least}::numeric * ${subunits}`)
  if (most) query = query.where(sql<boolean>`invoice.amount <= ${most}::numeric * ${subunits}`)
  if (from) query = query.where('invoice.created_at', '>=', new Date(from))
  if (to) query = query.where('invoice.created_at', '<', new Date(Date.parse(to) + dayMs))
  if (players)
    query = query.where(
      'invoice.player_id',
      'in',
      players.map(({ id }) => id),
    )
  if (key)
    query = query.where(sql<boolean>`(invoice.created_at, invoice.id) < (${key[0]}::timestamptz, ${key[1]}::uuid)`)
  const found = await query
    .orderBy('invoice.created_at', 'desc')
    .orderBy('invoice.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const { rows, next } = pageOf(found, pageSize, ({ created_at, id }) => [created_at, id])
  return ok({ payments: rows.map(presentPayment), next })
}

/** Of one unit of the payment's currency. */
const subunits = sql`CASE invoice.currency ${sql.join(
  currencies.map(({ code, subunitToUnit }) => sql`WHEN ${code} THEN ${subunitToUnit}::numeric`),
  sql` `,
)} END`
