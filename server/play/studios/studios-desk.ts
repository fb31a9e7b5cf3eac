/** Outside studios at the desk. */
import { sql } from 'kysely'
import { z } from 'zod'
import type * as contract from '#contract/desk/studios.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { pageOf, readKey } from '../../kernel/page-key.ts'
import { syncCatalogues } from './sync-catalogues.ts'

export async function listStudios({ db }: DeskCtx): Promise<Result<ReplyOf<typeof contract.listStudios>>> {
  const rows = await db.kysely
    .selectFrom('studios.catalogues as catalogue')
    .leftJoin('studios.games as game', 'game.supplier', 'catalogue.supplier')
    .select(['catalogue.supplier', 'catalogue.read_at', 'catalogue.attempted_at', 'catalogue.failure'])
    .select(({ fn, eb }) => [
      fn.count<bigint>('game.id').as('games'),
      fn.count<bigint>('game.id').filterWhere('game.missing_since', 'is not', null).as('missing'),
      fn
        .count<bigint>('game.id')
        .filterWhere(eb.or([eb('game.rtp', 'is', null), eb('game.volatility', 'is', null)]))
        .as('incomplete'),
    ])
    .groupBy('catalogue.supplier')
    .orderBy('catalogue.supplier')
    .execute()
  return ok(
    rows.map((row) => ({
      studio: row.supplier,
      games: Number(row.games),
      missing: Number(row.missing),
      incomplete: Number(row.incomplete),
      readAt: row.read_at?.toISOString() ?? null,
      failure: row.failure === null ? null : { at: row.attempted_at.toISOString(), what: row.failure },
    })),
  )
}

export async function syncStudios(
  ctx: DeskCtx,
): Promise<Result<ReplyOf<typeof contract.syncStudios>, RefusalOf<typeof contract.syncStudios>>> {
  const outcomes = await syncCatalogues(ctx, { isForced: true })
  if (outcomes.length === 0) return refuse('noStudio')
  const unchanged = { games: 0, added: 0, changed: 0, missing: 0 }
  return ok(
    outcomes.map((outcome) =>
      'failure' in outcome
        ? { studio: outcome.supplier, failure: outcome.failure, ...unchanged }
        : { studio: outcome.supplier, failure: null, ...outcome.change },
    ),
  )
}

const pageSize = 50
/** When it came, to the microsecond, with its studio and transaction. */
const Key = z.tuple([z.string(), z.string(), z.string()])

export async function listLateRollbacks(
  { db }: DeskCtx,
  { before }: VerbInput<typeof contract.listLateRollbacks>,
): Promise<Result<ReplyOf<typeof contract.listLateRollbacks>>> {
  const key = readKey(before, Key)
  const found = await db.kysely
    .selectFrom('studios.late_rollbacks')
    .selectAll()
    .select(sql<string>`at::text`.as('came'))
    .$if(key !== null, (query) =>
      query.where(sql<boolean>`(at, studio, transaction_id) < (${key![0]}::timestamptz, ${key![1]}, ${key![2]})`),
    )
    .orderBy('at', 'desc')
    .orderBy('studio', 'desc')
    .orderBy('transaction_id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const { rows, next } = pageOf(found, pageSize, (row) => [row.came, row.studio, row.transaction_id])
  return ok({
    rollbacks: rows.map((row) => ({
      at: row.at.toISOString(),
      studio: row.studio,
      roundId: row.round_id,
      bet: row.bet_transaction_id,
      rollback: row.transaction_id,
    })),
    next,
  })
}
