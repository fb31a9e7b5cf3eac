/**
 * A reward that an operator grants by hand, of any kind. The same within a day is granted again only if the last one is
 * named, so that one that is sent again by mistake grants nothing more.
 */
import type { Kysely } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { GameDeps, LedgerDeps, Tx } from '../deps.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { type Approval, audit } from '../kernel/audit.ts'
import type { Tables } from '../kernel/db/tables.ts'
import { isExcludedIn } from '../protection/index.ts'
import { lockStatus } from '../identity/index.ts'
import { isOfferedIn } from '../reference/index.ts'
import { aboveGrantLimit, grantedLately } from './granted-lately.ts'
import { columnsOf, grantReward, type GrantRow, type GrantStatus, titleIn } from './grant-reward.ts'
import type { EarnedReward } from './reward.ts'

type Needs = LedgerDeps & GameDeps & { actor: OperatorActor; approval?: Approval }
/** `title`: the name of the reward, which the player reads; `after`, the last grant of the same that is known. */
type OperatorGrant = {
  /** Granted with it before, nothing is granted again. */
  id: string
  playerId: string
  reward: EarnedReward
  title: string
  /** Why it is granted, for the audit log. */
  reason: string
  after: string | null
}
type OperatorGrantRefusal = 'grantedAlready' | 'aboveGrantLimit' | 'currencyNotOffered' | 'sentBefore'

export async function grantIn(
  tx: Tx,
  needs: Needs,
  grant: OperatorGrant,
): Promise<Result<GrantStatus, OperatorGrantRefusal>> {
  const { id, playerId, reward, title, reason } = grant
  // Of two grants at once each is judged after the other.
  await lockStatus(tx, playerId)
  const earlier = await findGrant(tx, id)
  if (earlier) return isSame(earlier, grant) ? ok(earlier.status as GrantStatus) : refuse('sentBefore')
  const allowed = await check(tx, needs, grant)
  if (!allowed.ok) return allowed
  const earned = { playerId, reward, source: 'operator', sourceId: id, title: { en: title } } as const
  const status = await grantReward(tx, needs, earned)
  const of = reward.kind === 'cash' ? { ...reward, amount: String(reward.amount) } : reward
  await audit(tx, needs, {
    action: 'reward-granted',
    playerId,
    before: null,
    after: status,
    reason,
    detail: { source: id, ...of, title, status },
  })
  return ok(status)
}

/** One that was granted with this id. */
export function findGrant(db: Kysely<Tables>, id: string) {
  return db
    .selectFrom('rewards.grants')
    .selectAll()
    .where('source', '=', 'operator')
    .where('source_id', '=', id)
    .executeTakeFirst()
}

function isSame(row: GrantRow, { playerId, reward, title }: OperatorGrant): boolean {
  const columns = columnsOf(reward)
  return (
    row.player_id === playerId &&
    row.reward === columns.reward &&
    row.currency === columns.currency &&
    row.amount === columns.amount &&
    row.offer_id === columns.offer_id &&
    titleIn(row, 'en') === title
  )
}

function sentence({ id, at }: { id: string; at: Date }): string {
  return `Granted at ${at.toISOString().slice(0, 16)} already, for the same reason. To grant it once more, confirm it with “again”: ${id}.`
}

/** The caller has locked the player. */
async function check(
  tx: Tx,
  needs: Needs,
  { playerId, reward, title, after }: OperatorGrant,
): Promise<Result<void, OperatorGrantRefusal>> {
  const last = await grantedLately(tx, needs, { playerId, columns: columnsOf(reward), title })
  if (last && last.id !== after) return refuse('grantedAlready', { message: sentence(last) })
  const above = await aboveGrantLimit(tx, needs, { playerId, reward })
  if (above !== null) return refuse('aboveGrantLimit', { message: above })
  // Locks the limits, which come before currencies wherever both are locked.
  await isExcludedIn(tx, needs, playerId)
  if (reward.kind !== 'points' && !(await isOfferedIn(tx, reward.currency))) return refuse('currencyNotOffered')
  return ok()
}
