/**
 * Applies the provider's report on a player, from a webhook or a poll: once, and never an older report over a newer
 * one.
 */
import type { Deps, Tx } from '../../deps.ts'
import type { ApplicantReport, ApplicantState } from '../../partners/identity-check/port.ts'
import { record } from '../../kernel/facts/fact.ts'
import { identityDecided } from '../../kernel/facts/kinds.ts'
import { audit } from '../../kernel/audit.ts'
import { lockStatus } from '../players/lock-status.ts'
import { findPlayer } from '../players/players.ts'
import { setIdentityVerified } from '../players/set-identity-verified.ts'
import { type Decided, notifyPlayer } from './internal/notify-player.ts'

type Status = 'none' | Exclude<ApplicantState, 'open'>
export type Outcome = 'applied' | 'unchanged' | 'outdated' | 'unknownPlayer'

const decisions: Partial<Record<Status, Decided>> = {
  approved: 'identityApproved',
  retry: 'identityRetry',
  rejected: 'identityRejected',
}

export async function applyReport(deps: Deps, tx: Tx, partner: string, report: ApplicantReport): Promise<Outcome> {
  const { playerId, applicantId, comment, saidAt } = report
  const status: Status = report.state === 'open' ? 'none' : report.state
  const now = deps.clock.now()
  if (!(await findPlayer(tx, playerId))) return 'unknownPlayer'
  const isClosed = (await lockStatus(tx, playerId)) === 'closed'
  const current = await lockCheck(tx, { playerId, partner, now })
  if (current.said_at && saidAt && saidAt < current.said_at) return 'outdated'
  const reported = { said_at: saidAt ?? current.said_at, applicant_id: applicantId ?? current.applicant_id }
  const isNew = current.status !== status || current.comment !== comment
  const isOver = status === 'approved' || status === 'rejected'
  await tx
    .updateTable('verification.checks')
    .set({ ...reported, ...(isNew && { status, comment, updated_at: now }), ...(isOver && { next_look_at: null }) })
    .where('player_id', '=', playerId)
    .execute()
  if (!isNew) return 'unchanged'
  await setIdentityVerified(tx, playerId, status === 'approved' ? now : null)
  for (const { reviewProofs } of deps.lifecycles) await reviewProofs?.(deps, tx, playerId)
  const decided = decisions[status]
  if (decided) {
    await record(tx, identityDecided, { player: playerId, subject: playerId, data: { status } })
    await audit(
      tx,
      { clock: deps.clock, actor: { kind: 'partner', name: partner } },
      { action: 'identity-check-decided', playerId, detail: { status } },
    )
    if (!isClosed)
      await notifyPlayer(deps, tx, {
        playerId,
        decided,
        once: `${applicantId}:${(saidAt ?? now).getTime()}`,
        values: { comment: comment ?? '' },
      })
  }
  return 'applied'
}

/** Locks the player's check, and creates it if the provider reports on a player without one. */
async function lockCheck(tx: Tx, { playerId, partner, now }: { playerId: string; partner: string; now: Date }) {
  await tx
    .insertInto('verification.checks')
    .values({ player_id: playerId, partner, begun_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('verification.checks')
    .selectAll()
    .where('player_id', '=', playerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
