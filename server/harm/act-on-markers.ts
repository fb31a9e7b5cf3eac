/** For a strong marker, the player is notified, play is paused, and bonuses and marketing stop until an operator has decided. A notice is only shown. */
import type { Alert } from '#contract/content.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import type { Deps } from '../deps.ts'
import { workThrough } from '../kernel/jobs/work-through.ts'
import { audit } from '../kernel/audit.ts'
import { readRules } from './rules.ts'
import { barPromotions, forceBreak } from '../protection/index.ts'
import { notify } from '../messaging/index.ts'
import { lockStatus, readLocale } from '../identity/index.ts'

export const markersDue = 'SELECT min(raised_at) FROM harm.markers WHERE acted_at IS NULL'

export type MarkerRow = Selectable<Tables['harm.markers']>

/** Returns how many markers it acted on. */
export function actOnMarkers(deps: Deps): Promise<number> {
  return workThrough<{ id: bigint; player_id: string }>(deps.log, {
    name: 'a marker of harm',
    read: (last, size) =>
      deps.db.kysely
        .selectFrom('harm.markers')
        .select(['id', 'player_id'])
        .where('acted_at', 'is', null)
        .$if(last !== undefined, (query) => query.where('id', '>', last!.id))
        .orderBy('id')
        .limit(size)
        .execute(),
    settle: (marker) => act(deps, marker),
  })
}

function act(deps: Deps, { id, player_id: playerId }: { id: bigint; player_id: string }): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const status = await lockStatus(tx, playerId)
    const now = deps.clock.now()
    const marker = await tx
      .updateTable('harm.markers')
      .set({ acted_at: now })
      .where('id', '=', id)
      .where('acted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!marker) return false
    // Nobody plays with a closed account; an operator still sees the marker.
    if (status === 'closed') return true
    if (marker.level !== 'strong' || marker.state === 'dismissed') return true
    const pausedUntil = await protect(deps, tx, playerId, now)
    const locale = await readLocale(tx, playerId)
    const words = (deps.content.read(locale, 'alerts').profile as Record<string, Alert> | undefined)?.harmPause
    if (words)
      await notify(tx, {
        playerId,
        key: 'harm-marker',
        once: String(id),
        at: now,
        title: words.title,
        description: words.description,
        button: { label: words.button, target: { kind: 'page', path: '/profile/protection' } },
      })
    await audit(
      tx,
      { clock: deps.clock, actor: { kind: 'system', job: 'harm-markers' } },
      {
        action: 'harm-marker-raised',
        playerId,
        detail: {
          marker: String(id),
          rule: marker.rule,
          level: marker.level,
          pausedUntil: pausedUntil?.toISOString() ?? null,
        },
      },
    )
    return true
  })
}

async function protect(deps: Deps, tx: Parameters<typeof barPromotions>[0], playerId: string, now: Date) {
  const period = (await readRules(tx))?.data.pause ?? '1-day'
  const pausedUntil = await forceBreak(tx, deps, { playerId, period })
  await barPromotions(tx, playerId, now)
  return pausedUntil
}
