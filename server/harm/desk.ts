/** Markers of harm at the desk. */
import { z } from 'zod'
import type { Part } from '#contract/desk/common.ts'
import type * as contract from '#contract/desk/harm.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { pageOf, readKey } from '../kernel/page-key.ts'
import { queueState } from '../operators/index.ts'
import { baseCurrency, inUnits } from '../reference/index.ts'
import * as verb from './decide-marker.ts'
import { findMarker, type ListedMarker, listMarkersOf, listWaitingMarkers, markerFigures } from './list-markers.ts'
import * as concern from './record-concern.ts'

const pageSize = 50
/** Whether it is uncontested, whether it is a notice, when it was raised, and its id. */
const Key = z.tuple([z.boolean(), z.boolean(), z.iso.datetime(), z.string().regex(/^\d{1,18}$/)])

/** Money is counted in cents of the base currency. */
const amountOf = (measure: string, counted: bigint): Part =>
  measure === 'netDeposits' ? inUnits(counted, baseCurrency) : String(counted)

function toDesk(row: ListedMarker): contract.DeskMarker {
  return {
    id: String(row.id),
    playerId: row.player_id,
    rule: row.rule,
    indicator: row.indicator as contract.DeskMarker['indicator'],
    measure: row.measure as contract.DeskMarker['measure'],
    level: row.level as contract.DeskMarker['level'],
    counted: amountOf(row.measure, row.counted),
    threshold: amountOf(row.measure, row.threshold),
    days: row.days,
    day: row.day_text,
    raisedAt: row.raised_at.toISOString(),
    state: row.state as contract.DeskMarker['state'],
    contest: row.contested_at && { at: row.contested_at.toISOString(), text: row.contest! },
    decision: row.decided_at && { at: row.decided_at.toISOString(), by: row.decided_by!, comment: row.comment ?? '' },
  }
}

export async function listMarkers(
  { db }: DeskCtx,
  { after }: VerbInput<typeof contract.listMarkers>,
): Promise<Result<ReplyOf<typeof contract.listMarkers>>> {
  const found = await listWaitingMarkers(db, { after: readKey(after, Key), limit: pageSize + 1 })
  const { rows, next } = pageOf(found, pageSize, (row) => [
    row.contested_at === null,
    row.level === 'notice',
    row.raised_at,
    row.id,
  ])
  return ok({ markers: rows.map(toDesk), next })
}

export async function markersState(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.markersState>>> {
  return ok(await queueState(ctx, 'marker', await markerFigures(ctx.db.kysely)))
}

export async function listMarkersOfPlayer(
  { db }: DeskCtx,
  { playerId }: VerbInput<typeof contract.listMarkersOfPlayer>,
): Promise<Result<contract.DeskMarker[]>> {
  return ok((await listMarkersOf(db, playerId)).map(toDesk))
}

export async function decideMarker(
  ctx: DeskCtx,
  { markerId, decision, reason, seen }: VerbInput<typeof contract.decideMarker>,
): Promise<Result<contract.DeskMarker, RefusalOf<typeof contract.decideMarker>>> {
  const id = BigInt(markerId)
  const decided = await verb.decideMarker(ctx, { id, decision, comment: reason, seen })
  const row = decided.ok ? await findMarker(ctx.db, id) : undefined
  return decided.ok ? (row ? ok(toDesk(row)) : refuse('markerNotFound')) : decided
}

export async function recordConcern(
  ctx: DeskCtx,
  input: VerbInput<typeof contract.recordConcern>,
): Promise<Result<void, 'playerNotFound'>> {
  return concern.recordConcern(ctx, input)
}
