/** Processes stored webhooks, each in a transaction of its own, in several processes in parallel. */
import type { Deps, Tx } from '../../deps.ts'
import type { IdentityCheck } from '../../partners/identity-check/port.ts'
import { retryDelayMs } from '../../platform/retry-delay.ts'
import { areValuesStorable } from '../../platform/storable.ts'
import { applyReport } from './apply-report.ts'

const longestRetryMs = 300_000

/** Resolves when none is due any more. */
export async function processNotices(deps: Deps): Promise<void> {
  for (;;) {
    const claimed: { id?: bigint } = {}
    try {
      if (!(await deps.db.transaction((tx) => processNext(deps, tx, claimed)))) return
    } catch (error) {
      if (claimed.id === undefined) throw error
      deps.log.error(
        { err: error, notice: String(claimed.id) },
        'a webhook of the identity check could not be processed',
      )
      await postpone(deps, claimed.id)
    }
  }
}

/** Null for a webhook that is not understood, or whose values could not be stored: it would fail for ever. */
export function readNotice(check: IdentityCheck, body: string): ReturnType<IdentityCheck['readNotice']> {
  return areValuesStorable(body) ? check.readNotice(body) : null
}

async function processNext(deps: Deps, tx: Tx, claimed: { id?: bigint }): Promise<boolean> {
  const { identityCheck } = deps.partners
  if (!identityCheck) return false
  const row = await tx
    .selectFrom('verification.notices')
    .select(['id', 'partner', 'body'])
    .where('partner', '=', identityCheck.name)
    .where('processed_at', 'is', null)
    .where('next_attempt_at', '<=', deps.clock.now())
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return false
  claimed.id = row.id
  const notice = readNotice(identityCheck, row.body)
  const outcome = notice
    ? notice.report
      ? await applyReport(deps, tx, row.partner, notice.report)
      : 'ignored'
    : 'unreadable'
  if (!notice) deps.log.warn({ notice: String(row.id) }, 'a signed webhook of the identity check is unreadable')
  await tx
    .updateTable('verification.notices')
    .set({ processed_at: deps.clock.now(), outcome })
    .where('id', '=', row.id)
    .execute()
  return true
}

async function postpone(deps: Deps, id: bigint): Promise<void> {
  const { attempts } = await deps.db.kysely
    .updateTable('verification.notices')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  const waitMs = retryDelayMs(attempts, longestRetryMs)
  await deps.db.kysely
    .updateTable('verification.notices')
    .set({ next_attempt_at: new Date(deps.clock.now().getTime() + waitMs) })
    .where('id', '=', id)
    .execute()
}
