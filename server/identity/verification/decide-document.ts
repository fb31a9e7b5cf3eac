/** An operator approves or declines a document; the player is notified on the site and by mail. */
import { DocumentStatus } from '#contract/verification.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Deps, TextDeps, Tx } from '../../deps.ts'
import { record } from '../../kernel/facts/fact.ts'
import { documentDecided } from '../../kernel/facts/kinds.ts'
import { send } from '../../messaging/index.ts'
import type { OperatorActor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import { lockStatus } from '../players/lock-status.ts'
import { readPlayer } from '../players/players.ts'
import { localePrefix } from '../../kernel/locales.ts'
import type { DocumentRow } from './internal/documents.ts'
import { notifyPlayer } from './internal/notify-player.ts'
import { documentState, documentStates } from './internal/states.ts'

export type Decided = { row: DocumentRow; isAccountClosed: boolean }
export type Decision = {
  id: string
  decision: 'approved' | 'declined'
  reason: string | null
  /** When the document that the operator saw was decided; a decision since then is not replaced. Any is, if absent. */
  seen?: Date | null
}
type Needs = TextDeps & Pick<Deps, 'partners' | 'lifecycles'> & { actor: OperatorActor }

/** A decision can be changed, because operators make mistakes. Repeating one's own decision has no effect. */
export async function decideDocument(
  deps: Needs,
  { id, decision, reason, seen }: Decision,
): Promise<Result<Decided, 'documentNotFound' | 'reasonMissing' | 'decidedMeanwhile'>> {
  if (decision === 'declined' && !reason) return refuse('reasonMissing')
  const comment = decision === 'declined' ? reason : null
  return deps.db.transaction(async (tx) => {
    const documents = tx.selectFrom('verification.documents').where('id', '=', id)
    const owner = await documents.select('player_id').executeTakeFirst()
    if (!owner) return refuse('documentNotFound')
    // The lock keeps the player's address unchanged until the commit.
    const isAccountClosed = (await lockStatus(tx, owner.player_id)) === 'closed'
    const document = await documents.selectAll().forUpdate().executeTakeFirst()
    if (!document) return refuse('documentNotFound')
    const isUnseen = seen !== undefined && document.decided_at?.getTime() !== seen?.getTime()
    const isSame = document.status === DocumentStatus[decision] && document.comment === comment
    if (isSame && (!isUnseen || document.decided_by === deps.actor.name)) return ok({ row: document, isAccountClosed })
    if (isUnseen) return refuse('decidedMeanwhile', { message: whoDecided(document) })
    const { to } = documentStates.move(documentState(document), decision, 'operator')
    const now = deps.clock.now()
    const row = await tx
      .updateTable('verification.documents')
      .set({ status: DocumentStatus[to], comment, decided_at: now, decided_by: deps.actor.name })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, deps, {
      action: 'document-decided',
      playerId: row.player_id,
      detail: { document: id, before: documentState(document), after: decision, ...(comment && { reason: comment }) },
    })
    await record(tx, documentDecided, { player: row.player_id, subject: id, data: { decision } })
    for (const { reviewProofs } of deps.lifecycles) await reviewProofs?.(deps, tx, row.player_id)
    // The owner of a closed account cannot sign in, and so cannot act on a decision about its documents.
    if (!isAccountClosed) await announceDecision(deps, tx, row, decision)
    return ok({ row, isAccountClosed })
  })
}

const whoDecided = (document: DocumentRow): string =>
  `${document.decided_by ?? 'Another operator'} has ${documentState(document)} this document meanwhile.`

async function announceDecision(
  deps: Needs,
  tx: Tx,
  { id, player_id: playerId, name, comment, decided_at }: DocumentRow,
  decision: 'approved' | 'declined',
): Promise<void> {
  const decided = decision === 'approved' ? 'documentApproved' : 'documentDeclined'
  await notifyPlayer(deps, tx, {
    playerId,
    decided,
    once: `${id}:${decided_at!.getTime()}`,
    values: { document: name, reason: comment ?? '' },
  })
  const { email, locale } = await readPlayer(tx, playerId)
  if (!email) return
  const link = `${deps.settings.publicUrl}${localePrefix(locale)}/profile/documents`
  await send(tx, deps, {
    medium: 'mail',
    to: email,
    locale,
    template: 'document-decided',
    playerId,
    values: { document: name, decision, reason: comment ?? '', link },
  })
}
