/** What a definition of a reward has cost so far, by version, reward and currency: for operators. */
import { sql } from 'kysely'
import type * as contract from '#contract/desk/rewards.ts'
import { ok, refuse, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { costOfOffers } from '../bonuses/index.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { inUnits } from '../reference/index.ts'
import { costOfFreeBets } from '../sports/index.ts'
import { earnedWithQuest } from './quests/earned-with-quest.ts'
import type { RewardSource } from './sources.ts'
import { costOfRuns } from './tournaments/cost-of-runs.ts'

type Needs = Pick<DeskCtx, 'db' | 'clock'>
type Cost = ReplyOf<typeof contract.costOfDefinition>[number]

const none = { players: null, worth: null, cost: null, points: null }

/** By the kind of the definition. */
const costs: Record<string, (ctx: Needs, identity: string) => Promise<Cost[]>> = {
  offers: costOfOffer,
  freebets: costOfFreeBet,
  quest: (ctx, identity) => costOfGrants(ctx, 'quest', earnedWithQuest(identity)),
  tournament: async ({ db }, identity) =>
    (await costOfRuns(db.kysely, identity)).map((each) => ({ ...none, reward: 'prizes', ...each })),
  levels: (ctx) => costOfGrants(ctx, 'level', null),
  cashback: (ctx) => costOfGrants(ctx, 'cashback', null),
  rakeback: (ctx) => costOfGrants(ctx, 'rakeback', null),
}

export async function costOfDefinition(
  ctx: Needs,
  { kind, identity }: VerbInput<typeof contract.costOfDefinition>,
): Promise<Result<Cost[], 'kindUnknown'>> {
  if (!Object.hasOwn(costs, kind)) return refuse('kindUnknown')
  return ok(await costs[kind]!(ctx, identity))
}

async function costOfOffer({ db }: Needs, identity: string): Promise<Cost[]> {
  const rows = await costOfOffers(db.kysely, identity)
  return rows.map(({ version, kind, currency, players, granted, open, completed, amount, converted }) => ({
    ...none,
    version,
    reward: kind === 'bonus' ? 'bonus' : 'freeSpins',
    players,
    granted,
    open,
    used: completed,
    lapsed: granted - open - completed,
    worth: inUnits(amount, currency),
    cost: kind === 'bonus' ? inUnits(converted, currency) : null,
  }))
}

async function costOfFreeBet({ db, clock }: Needs, identity: string): Promise<Cost[]> {
  const rows = await costOfFreeBets(db.kysely, { definition: identity, now: clock.now() })
  return rows.map(({ version, currency, players, granted, used, expired, paid }) => ({
    ...none,
    version,
    reward: 'freeBet',
    players,
    granted,
    open: granted - used - expired,
    used,
    lapsed: expired,
    cost: inUnits(paid, currency),
  }))
}

type GrantSums = {
  version: number | null
  reward: 'cash' | 'offer' | 'freeBet' | 'points'
  currency: string | null
  players: number
  granted: number
  due: number
  paid: number
  sum: bigint
  paid_sum: bigint
}

/** Of one source; `earned` joins what the rewards were earned with, which has their version. */
async function costOfGrants(
  { db }: Needs,
  source: RewardSource,
  earned: ReturnType<typeof sql> | null,
): Promise<Cost[]> {
  const { rows } = await sql<GrantSums>`
    SELECT ${earned ? sql`earned.version` : sql`NULL::integer`} AS version, g.reward, g.currency,
      count(DISTINCT g.player_id)::int AS players, count(*)::int AS granted,
      (count(*) FILTER (WHERE g.status = 'due'))::int AS due, (count(*) FILTER (WHERE g.status = 'paid'))::int AS paid,
      coalesce(sum(g.amount), 0)::bigint AS sum, coalesce(sum(g.amount) FILTER (WHERE g.status = 'paid'), 0)::bigint AS paid_sum
    FROM rewards.grants AS g ${earned ?? sql``}
    WHERE g.source = ${source}
    GROUP BY 1, 2, 3 ORDER BY 1 DESC NULLS LAST, 2, 3`.execute(db.kysely)
  return rows.map(({ version, reward, currency, players, granted, due, paid, ...sums }) => ({
    ...none,
    version,
    reward,
    players,
    granted,
    open: due,
    used: paid,
    lapsed: granted - due - paid,
    worth: reward === 'cash' ? inUnits(sums.sum, currency!) : null,
    cost: reward === 'cash' ? inUnits(sums.paid_sum, currency!) : null,
    points: reward === 'points' ? Number(sums.paid_sum) : null,
  }))
}
