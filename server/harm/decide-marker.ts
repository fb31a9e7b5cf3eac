/** A person's decision about a marker. Dismissing the last strong one ends the protection that it started. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Alert } from '#contract/content.ts'
import type { TextDeps, Tx } from '../deps.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import { barPromotions, endForcedBreaks } from '../protection/index.ts'
import { notify } from '../messaging/index.ts'
import { lockStatus, readLocale } from '../identity/index.ts'
import type { MarkerRow } from './act-on-markers.ts'

export type Decision = 'upheld' | 'dismissed'
type Needs = TextDeps & { actor: OperatorActor }

type Refusal = 'markerNotFound' | 'alreadyDecided' | 'decidedMeanwhile'
type Wish = {
  id: bigint
  decision: Decision
  comment: string
  /** The state that the operator saw; absent if any will do. */
  seen?: MarkerRow['state']
}

/** An upheld marker can be dismissed later; a dismissed one stays so. Repeating one's own decision has no effect. */
export async function decideMarker(
  needs: Needs,
  { id, decision, comment, seen }: Wish,
): Promise<Result<MarkerRow, Refusal>> {
  return needs.db.transaction(async (tx): Promise<Result<MarkerRow, Refusal>> => {
    const known = await tx.selectFrom('harm.markers').select('player_id').where('id', '=', id).executeTakeFirst()
    if (!known) return refuse('markerNotFound')
    const { player_id: playerId } = known
    const status = await lockStatus(tx, playerId)
    const now = needs.clock.now()
    const before = await tx
      .selectFrom('harm.markers')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const isOwn = before.state === decision && before.decided_by === needs.actor.name && before.comment === comment
    if (isOwn && seen !== undefined) return ok(before)
    if (seen !== undefined && before.state !== seen) return refuse('decidedMeanwhile', whoDecided(before))
    const decided = await tx
      .updateTable('harm.markers')
      .set({ state: decision, decided_at: now, decided_by: needs.actor.name, comment })
      .where('id', '=', id)
      .where('state', 'in', decision === 'dismissed' ? ['open', 'upheld'] : ['open'])
      .returningAll()
      .executeTakeFirst()
    if (!decided) return refuse('alreadyDecided', whoDecided(before))
    let hasEndedBreak = false
    if (decision === 'dismissed' && decided.level === 'strong' && !(await hasStrong(tx, playerId))) {
      await barPromotions(tx, playerId, null)
      hasEndedBreak = await endForcedBreaks(tx, needs, playerId)
    }
    await audit(tx, needs, {
      action: 'harm-marker-decided',
      playerId,
      detail: { marker: String(id), rule: decided.rule, before: before.state, after: decision, reason: comment },
    })
    const words = decision === 'upheld' ? 'harmUpheld' : hasEndedBreak ? 'harmBreakEnded' : 'harmDismissed'
    if (status !== 'closed' && decided.level === 'strong') await notifyPlayer(tx, needs, decided, words)
    return ok(decided)
  })
}

const whoDecided = ({ decided_by, state }: MarkerRow): { message: string } => ({
  message: `${decided_by} has ${state} this marker.`,
})

async function hasStrong(tx: Tx, playerId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('harm.markers')
    .select('id')
    .where('player_id', '=', playerId)
    .where('level', '=', 'strong')
    .where('state', '<>', 'dismissed')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** On the site only: a mail that a break is over would invite the player to play. */
async function notifyPlayer(
  tx: Tx,
  { content, clock }: Needs,
  { id, player_id: playerId, state }: MarkerRow,
  alert: 'harmUpheld' | 'harmDismissed' | 'harmBreakEnded',
): Promise<void> {
  const alerts = content.read(await readLocale(tx, playerId), 'alerts').profile as Record<string, Alert> | undefined
  const words = alerts?.[alert]
  if (!words) return
  await notify(tx, {
    playerId,
    key: 'harm-decision',
    once: `${id} ${state}`,
    at: clock.now(),
    title: words.title,
    description: words.description,
    button: { label: words.button, target: { kind: 'page', path: '/profile/protection' } },
  })
}
