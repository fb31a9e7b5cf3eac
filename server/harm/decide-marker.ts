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

/** An upheld marker can be dismissed later; a dismissed one stays so. */
export async function decideMarker(
  needs: Needs,
  { id, decision, comment }: { id: bigint; decision: Decision; comment: string },
): Promise<Result<MarkerRow, 'markerNotFound' | 'alreadyDecided'>> {
  return needs.db.transaction(async (tx): Promise<Result<MarkerRow, 'markerNotFound' | 'alreadyDecided'>> => {
    const known = await tx.selectFrom('harm.markers').select('player_id').where('id', '=', id).executeTakeFirst()
    if (!known) return refuse('markerNotFound')
    const { player_id: playerId } = known
    const status = await lockStatus(tx, playerId)
    const now = needs.clock.now()
    const decided = await tx
      .updateTable('harm.markers')
      .set({ state: decision, decided_at: now, decided_by: needs.actor.name, comment })
      .where('id', '=', id)
      .where('state', 'in', decision === 'dismissed' ? ['open', 'upheld'] : ['open'])
      .returningAll()
      .executeTakeFirst()
    if (!decided) return refuse('alreadyDecided')
    if (decision === 'dismissed' && decided.level === 'strong' && !(await hasStrong(tx, playerId))) {
      await barPromotions(tx, playerId, null)
      await endForcedBreaks(tx, needs, playerId)
    }
    await audit(tx, needs, {
      action: 'harm-marker-decided',
      playerId,
      detail: { marker: String(id), rule: decided.rule, decision, comment },
    })
    if (status !== 'closed' && decided.level === 'strong') await notifyPlayer(tx, needs, decided)
    return ok(decided)
  })
}

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

async function notifyPlayer(
  tx: Tx,
  { content, clock }: Needs,
  { id, player_id: playerId, state }: MarkerRow,
): Promise<void> {
  const alerts = content.read(await readLocale(tx, playerId), 'alerts').profile as Record<string, Alert> | undefined
  const words = alerts?.[state === 'dismissed' ? 'harmDismissed' : 'harmUpheld']
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
