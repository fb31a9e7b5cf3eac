/** The audit log, newest first. */
import type * as contract from '#contract/desk/acts.ts'
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { readAudit, readAuditDetail } from '../kernel/audit.ts'

const pageSize = 50

export async function listActs(
  ctx: DeskCtx,
  { before, actor, action, player }: VerbInput<typeof contract.listActs>,
): Promise<Result<ReplyOf<typeof contract.listActs>>> {
  const rows = await readAudit(ctx.db.kysely, { before: before ?? null, actor, action, player, limit: pageSize + 1 })
  return ok({
    acts: rows.slice(0, pageSize).map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      actor: row.actor ?? 'guest',
      action: row.action,
      playerId: row.player_id,
      address: row.ip,
      detail: readAuditDetail(row.detail),
    })),
    next: rows.length > pageSize ? String(rows[pageSize - 1]!.id) : null,
  })
}
