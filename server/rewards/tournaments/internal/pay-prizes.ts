/** Grants the prizes of a ranked run, one winner per transaction, each once. */
import type { Subunits } from '#contract/money.ts'
import { lockForGrant } from '../../lock-for-grant.ts'
import type { GameDeps, LedgerDeps, Tx } from '../../../deps.ts'
import { lockWallets } from '../../../ledger/index.ts'
import { type Earned, type GrantStatus, grantReward } from '../../grant-reward.ts'
import { readGrantStatus } from '../../read-grant-status.ts'
import { inCurrency } from '../../reward.ts'
import { baseCurrency } from '../../../reference/index.ts'
import { lockStatus } from '../../../identity/index.ts'
import { cashOf, rewardAt } from '../tournament-kind.ts'
import { returnToRewards } from './pool.ts'
import { lockRun, type Run } from './runs.ts'

type Needs = LedgerDeps & GameDeps

export async function payPrizes(deps: Needs, identity: string): Promise<void> {
  const winners = await deps.db.kysely
    .selectFrom('rewards.tournament_scores as entry')
    .innerJoin('rewards.tournament_runs as run', 'run.id', 'entry.run_id')
    .select('entry.player_id')
    .where('run.identity', '=', identity)
    .where('entry.place', 'is not', null)
    .where('entry.prize_status', 'is', null)
    .orderBy('entry.place')
    .execute()
  for (const { player_id } of winners) await deps.db.transaction((tx) => payOne(tx, deps, identity, player_id))
}

async function payOne(tx: Tx, deps: Needs, identity: string, playerId: string): Promise<void> {
  await lockForGrant(tx, deps, playerId)
  const run = await lockRun(tx, identity)
  const won = await tx
    .selectFrom('rewards.tournament_scores')
    .select(['place', 'prize_status', 'prize_cash'])
    .where('run_id', '=', run!.id)
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  if (!run || won.place === null || won.prize_status !== null) return
  const status = await grantReward(tx, deps, {
    playerId,
    ...earnedAt(run, won.place, won.prize_cash),
    sourceId: identity,
    promisedAt: run.starts_at,
    title: run.data.title,
  })
  if (status === 'void') await returnPrize(tx, deps, run, { playerId, ...won, place: won.place })
  await putPrizeStatus(tx, run.id, playerId, status)
}

/** A share of the pool is of a source of its own: it is no cost of the operator. */
function earnedAt(run: Run, place: number, share: bigint | null): Pick<Earned, 'reward' | 'source'> {
  const reward = rewardAt(run.data, place)!
  if (reward.kind === 'share')
    return { reward: { kind: 'cash', currency: baseCurrency, amount: share as Subunits }, source: sourceAt(run, place) }
  return { reward: inCurrency(reward, baseCurrency, run.rates!), source: sourceAt(run, place) }
}

export function sourceAt({ data }: Pick<Run, 'data'>, place: number): 'tournament' | 'pool' {
  return rewardAt(data, place)!.kind === 'share' ? 'pool' : 'tournament'
}

/** The cash of a place that its winner does not receive. The caller has locked the run. */
export async function returnPrize(
  tx: Tx,
  deps: LedgerDeps,
  run: Run,
  { playerId, place, prize_cash }: { playerId: string; place: number; prize_cash: bigint | null },
): Promise<void> {
  const amount = prize_cash ?? cashOf(rewardAt(run.data, place)!)
  await returnToRewards(tx, deps, run, { key: playerId, amount })
}

export const prizesDue = `SELECT CASE WHEN EXISTS (SELECT FROM rewards.tournament_scores WHERE prize_status = 'due') THEN now() END`

/** Notes what became of prizes that waited for the end of an exclusion; `rewards` pays them. Returns how many. */
export async function settleDuePrizes(deps: Needs): Promise<number> {
  const due = await deps.db.kysely
    .selectFrom('rewards.tournament_scores as entry')
    .innerJoin('rewards.tournament_runs as run', 'run.id', 'entry.run_id')
    .select(['run.identity', 'entry.player_id'])
    .where('entry.prize_status', '=', 'due')
    .orderBy('run.id')
    .orderBy('entry.player_id')
    .execute()
  let settled = 0
  for (const { identity, player_id } of due)
    if (await deps.db.transaction((tx) => settleDue(tx, deps, identity, player_id))) settled++
  return settled
}

async function settleDue(tx: Tx, deps: Needs, identity: string, playerId: string): Promise<boolean> {
  await lockStatus(tx, playerId)
  await lockWallets(tx, playerId)
  const run = (await lockRun(tx, identity))!
  const won = await tx
    .selectFrom('rewards.tournament_scores')
    .select(['place', 'prize_status', 'prize_cash'])
    .where('run_id', '=', run.id)
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  if (won.prize_status !== 'due' || won.place === null) return false
  const status = await readGrantStatus(tx, { source: sourceAt(run, won.place), sourceId: identity, playerId })
  if (status === 'due') return false
  if (status === 'void') await returnPrize(tx, deps, run, { playerId, ...won, place: won.place })
  await putPrizeStatus(tx, run.id, playerId, status)
  return true
}

export async function putPrizeStatus(tx: Tx, runId: number, playerId: string, status: GrantStatus): Promise<void> {
  await tx
    .updateTable('rewards.tournament_scores')
    .set({ prize_status: status })
    .where('run_id', '=', runId)
    .where('player_id', '=', playerId)
    .execute()
}
