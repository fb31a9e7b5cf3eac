/** The players of a segment, in the order of their ids. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import { lastRounds } from '../../play/index.ts'
import { readDepositors } from '../../protection/index.ts'
import { readLevels } from '../../rewards/index.ts'
import { listAudience } from '../../identity/index.ts'
import { readHolders } from '../../wallet/index.ts'
import type { Segment } from '../campaign.ts'

/** Of the next `size` players after `after`: who belongs to the segment, and the last one looked at, null at the end. */
export async function nextOfSegment(
  db: Kysely<Tables>,
  segment: Segment,
  { after, size }: { after: string | null; size: number },
): Promise<{ playerIds: string[]; reached: string | null }> {
  const { countries, locales, registered, isVerified } = segment
  const candidates = await listAudience(db, { countries, locales, registered, isVerified, after, size })
  const reached = candidates.length === size ? candidates.at(-1)! : null
  let playerIds = candidates
  const keep = (isIn: (id: string) => boolean) => {
    playerIds = playerIds.filter(isIn)
  }
  if (segment.currencies) {
    const holders = await readHolders(db, playerIds, segment.currencies)
    keep((id) => holders.has(id))
  }
  if (segment.hasDeposited !== undefined) {
    const depositors = await readDepositors(db, playerIds)
    keep((id) => depositors.has(id) === segment.hasDeposited)
  }
  if (segment.levels) {
    const { from, to = Infinity } = segment.levels
    const levels = await readLevels(db, playerIds)
    keep((id) => (levels.get(id) ?? 1) >= from && (levels.get(id) ?? 1) <= to)
  }
  if (segment.lastPlayed) {
    const { after: since, before: until } = segment.lastPlayed
    const last = await lastRounds(db, playerIds)
    keep((id) => {
      const at = last.get(id)
      return at !== undefined && (!since || at >= new Date(since)) && (!until || at < new Date(until))
    })
  }
  return { playerIds, reached }
}
