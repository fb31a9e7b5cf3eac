/** Sends the messages that are due, one player per transaction, to players who may receive them at that moment. */
import type { Selectable } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { TextDeps, Tx } from '../../deps.ts'
import { PlayerStatus } from '#contract/identity.ts'
import { workThrough } from '../../kernel/jobs/work-through.ts'
import { arePromotionsBarred, isExcludedIn } from '../../protection/index.ts'
import { notify } from '../../messaging/index.ts'
import { lockStatus, type Player, readPlayer } from '../../identity/index.ts'
import { type Written, write } from './words.ts'
import type { NoticeKind } from './consumers.ts'

type NoticeRow = Selectable<Tables['rewards.notices']>
const dayMs = 86_400_000
export const noticesDue = 'SELECT min(due_at) FROM rewards.notices WHERE settled_at IS NULL'

/** Returns how many were sent. */
export function sendNotices(deps: TextDeps): Promise<number> {
  const now = deps.clock.now()
  return workThrough<Pick<NoticeRow, 'id' | 'player_id'>>(deps.log, {
    name: 'a message about a reward or a limit',
    read: (last, size) =>
      deps.db.kysely
        .selectFrom('rewards.notices')
        .select(['id', 'player_id'])
        .where('settled_at', 'is', null)
        .where('due_at', '<=', now)
        .$if(last !== undefined, (query) => query.where('id', '>', last!.id))
        .orderBy('id')
        .limit(size)
        .execute(),
    settle: ({ id, player_id }) => deps.db.transaction((tx) => settle(tx, deps, id, player_id)),
  })
}

/** The player first, then exclusions: neither changes until the message is sent or dropped. */
async function settle(tx: Tx, deps: TextDeps, id: bigint, playerId: string): Promise<boolean> {
  await lockStatus(tx, playerId)
  const row = await tx
    .selectFrom('rewards.notices')
    .selectAll()
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const player = await readPlayer(tx, playerId)
  const verdict = await mayReceive(tx, deps, player, row.kind as NoticeKind)
  const change = tx.updateTable('rewards.notices').where('id', '=', id)
  if (verdict === 'later') {
    await change.set({ due_at: new Date(deps.clock.now().getTime() + dayMs) }).execute()
    return false
  }
  const written = verdict === 'send' ? await write(tx, deps, row, player.locale) : null
  if (written) await send(tx, deps, row, written)
  await change.set({ settled_at: deps.clock.now(), outcome: written ? 'sent' : 'void' }).execute()
  return written !== null
}

/**
 * Limits concern every player with an account. Anything else is dropped for players who are excluded, blocked, limited
 * or protected, because it would be a reason to play; a reward that waits to be claimed is announced afterwards.
 * A reminder of an end is marketing and needs consent.
 */
async function mayReceive(
  tx: Tx,
  deps: TextDeps,
  player: Player,
  kind: NoticeKind,
): Promise<'send' | 'drop' | 'later'> {
  if (player.status === PlayerStatus.closed) return 'drop'
  if (kind === 'limit-set' || kind === 'limit-removed') return 'send'
  const isBarred = (await isExcludedIn(tx, deps, player.id)) || player.status !== PlayerStatus.active
  if (isBarred) return kind === 'quest-completed' ? 'later' : 'drop'
  if (kind === 'quest-completed') return 'send'
  if (await arePromotionsBarred(tx, player.id)) return 'drop'
  const hasAgreed = player.receives_email_promo || player.receives_sms_promo
  return kind === 'bonus-expiring' && !hasAgreed ? 'drop' : 'send'
}

async function send(
  tx: Tx,
  { clock }: TextDeps,
  { player_id, kind, subject }: NoticeRow,
  written: Written,
): Promise<void> {
  await notify(tx, { playerId: player_id, key: `notice.${kind}`, once: subject, at: clock.now(), ...written })
}
