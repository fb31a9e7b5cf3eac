/** Payments by number, id or transaction, and players by where their money goes to or comes from. */
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { InvoiceType } from '#contract/payments.ts'
import { say, word } from '../../kernel/desk-words.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { type DeskSearch, foundPlayer, mostFound } from '../../kernel/desk-search.ts'
import { timelineSource } from '../../kernel/timeline.ts'
import { inUnits } from '../../reference/index.ts'
import { ownerOfAccount } from '../../wallet/index.ts'
import { findOnChain } from '../../chain/index.ts'

export const deskSearch: DeskSearch = {
  scope: 'cashier:read',
  async find(db, text) {
    const invoices = db
      .selectFrom('payments.invoices')
      .select(['number', 'player_id', 'type', 'amount', 'currency', 'stage'])
      .limit(mostFound)
    const isId = z.uuid().safeParse(text).success
    const [byNumber, byId, byExternal, byTerm, onChain] = await Promise.all([
      invoices.where('number', '=', text.toUpperCase()).execute(),
      isId ? invoices.where('id', '=', text).execute() : [],
      invoices.where('external_id', '=', text).execute(),
      findByTerm(db, text),
      isChainText(text) ? findOnChain(db, text, mostFound) : null,
    ])
    const ofChain =
      onChain && onChain.invoiceIds.length > 0
        ? await invoices.where('id', 'in', onChain.invoiceIds).orderBy('created_at', 'desc').execute()
        : []
    const owners = await Promise.all((onChain?.accountIds ?? []).map((id) => ownerOfAccount(db, id)))
    return [
      ...[...byNumber, ...byId, ...byExternal, ...ofChain].map(
        ({ number, player_id, type, amount, currency, stage }) => ({
          kind: 'payment' as const,
          title: number,
          detail: [
            say(`players.what.${type === InvoiceType.deposit ? 'deposit' : 'withdrawal'}`),
            amount === null ? currency : inUnits(amount, currency),
            word(stage),
            player_id.slice(0, 8),
          ],
          path: `${type === InvoiceType.deposit ? '/payments' : '/withdrawals'}/${number}`,
        }),
      ),
      ...owners.map((playerId) => foundPlayer(playerId, say('find.depositAddress', { address: text }))),
      ...byTerm.map((playerId) => foundPlayer(playerId, say('find.destination', { value: text }))),
      ...(onChain?.wallets ?? []).map(({ network, address }) => ({
        kind: 'wallet' as const,
        title: address,
        detail: [network],
        path: '/books',
      })),
    ]
  },
}

/** Addresses and hashes of transactions are long. */
const isChainText = (text: string): boolean => /^[\w:]{20,}$/.test(text)

/**
 * Players by a destination of a withdrawal, a saved or a deposit address, or the last four digits of an account. Every one
 * of these has a digit or an @. The rows are found first, because the planner would look for them among the payments of one
 * player after the other; the latest players come first.
 */
async function findByTerm(db: Kysely<Tables>, text: string): Promise<string[]> {
  if (!/[\d@]/.test(text)) return []
  const term = text.replaceAll(/\s/g, '').toLowerCase()
  const { rows } = await sql<{ player_id: string }>`
    WITH named AS MATERIALIZED (
      SELECT player_id, created_at FROM payments.invoices
        WHERE payments.search_terms(fields, partner_answer ->> 'address') @> ARRAY[${term}::text]
      UNION ALL
      SELECT player_id, created_at FROM payments.addresses
        WHERE payments.search_terms(fields, NULL) @> ARRAY[${term}::text]
    ) SELECT player_id FROM named GROUP BY player_id ORDER BY max(created_at) DESC LIMIT ${mostFound}`.execute(db)
  return rows.map(({ player_id }) => player_id)
}

type Invoice = { number: string; type: number; amount: bigint | null; currency: string; stage: string; method: string }

export const timeline = [
  timelineSource<Invoice>({
    name: 'payments',
    kind: 'money',
    scope: 'cashier:read',
    from: sql`payments.invoices`,
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`created_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`number, type, amount, currency, stage, method`,
    show: ({ number, type, amount, currency, stage, method }) => ({
      what: type === InvoiceType.deposit ? 'deposit' : 'withdrawal',
      detail: [number, method],
      state: stage,
      amount: amount === null ? null : inUnits(amount, currency),
      path: `${type === InvoiceType.deposit ? '/payments' : '/withdrawals'}/${number}`,
    }),
  }),
]
