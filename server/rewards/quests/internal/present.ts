/** Quests as the player sees them, from the definition, the player's quest and the rates. */
import { type Kysely, sql } from 'kysely'
import { playerChannel } from '#contract/channels.ts'
import { toWire } from '#contract/money.ts'
import { type PlayerQuest, type Quest, QuestState, type QuestReward } from '#contract/quests.ts'
import type { Tables } from '../../../kernel/db/tables.ts'
import type { KernelDeps, Tx } from '../../../deps.ts'
import { appendAll } from '../../../kernel/outbox/append.ts'
import { freeBetIn, type Promised, readPromised } from '../../promised.ts'
import { type Definition, readKnownActive, readVersions, versionKey } from '../../../kernel/definitions/definitions.ts'
import { lowestStake } from '../../../partners/game-studio/house-edge.ts'
import { type Rates, ratesAt } from '../../../reference/index.ts'
import type { EarnedReward } from '../../reward.ts'
import { costOfTasks } from '../cost-of-tasks.ts'
import { questKind, type QuestData } from '../quest-kind.ts'
import {
  presentTasks,
  type QuestRow,
  readRewards,
  readTasks,
  rewardsOf,
  type StoredTask,
  type Terms,
  termsOf,
} from './rows.ts'

export type Needs = KernelDeps
export type QuestDefinition = Definition<QuestData>

const dayMs = 86_400_000

/** What the player did with one quest. */
export type Past = { latest: QuestRow | undefined; tasks: StoredTask[]; timesCompleted: number }
export const nothingYet: Past = { latest: undefined, tasks: [], timesCompleted: 0 }

/** By identity. */
export async function readPasts(db: Kysely<Tables>, playerId: string, identity?: string): Promise<Map<string, Past>> {
  const pasts = await readPastsOf(db, [playerId], identity === undefined ? undefined : [identity])
  return pasts.get(playerId) ?? new Map()
}

/** Of many players: by player, then by identity. */
async function readPastsOf(
  db: Kysely<Tables>,
  playerIds: string[],
  identities?: string[],
): Promise<Map<string, Map<string, Past>>> {
  const rows = await db
    .selectFrom('rewards.player_quests')
    .selectAll()
    .where('player_id', '=', sql<string>`ANY (${playerIds}::uuid[])`)
    .$if(identities !== undefined, (query) => query.where('identity', '=', sql<string>`ANY (${identities!}::text[])`))
    .orderBy('player_id')
    .orderBy('identity')
    .orderBy('run', 'desc')
    .execute()
  const players = new Map<string, Map<string, Past>>()
  for (const row of rows) {
    const pasts = players.get(row.player_id) ?? new Map<string, Past>()
    players.set(row.player_id, pasts)
    const past = pasts.get(row.identity) ?? { ...nothingYet, latest: row }
    if (row.state === QuestState.completed) past.timesCompleted++
    pasts.set(row.identity, past)
  }
  const all = [...players.values()].flatMap((pasts) => [...pasts.values()])
  const tasks = await readTasks(
    db,
    all.map(({ latest }) => latest!.id),
  )
  for (const past of all) past.tasks = tasks.get(past.latest!.id)!
  return players
}

/** A quest that was cancelled or has expired can be started again; a completed one as often as the definition allows. */
export function availability(
  definition: QuestDefinition | undefined,
  { latest, timesCompleted }: Past,
  now: Date,
): { canActivate: boolean; availableAt: Date | null } {
  const never = { canActivate: false, availableAt: null }
  if (definition?.state !== 'active' || latest?.state === QuestState.active) return never
  // Its end has come, and the job has not ended it yet.
  if (definition.endsAt && definition.endsAt <= now) return never
  if (latest?.state !== QuestState.completed) return { canActivate: true, availableAt: null }
  const { repeat } = definition.data
  if (!repeat || timesCompleted >= repeat.max || latest.reward_state === 'earned') return never
  const availableAt = new Date(latest.activated_at.getTime() + repeat.everyDays * dayMs)
  return { canActivate: availableAt <= now, availableAt }
}

export type View = { locale: string; currency: string; rates: Rates; now: Date; promised: Promised }

/**
 * `accepted`: the version that the player has started. Without one, or where another version would be accepted by
 * starting again, the active one is shown.
 */
export function presentQuest(
  {
    active,
    accepted,
    past,
  }: { active: QuestDefinition | undefined; accepted: QuestDefinition | undefined; past: Past },
  { locale, currency, rates, now, promised }: View,
): Quest {
  const { timesCompleted } = past
  const { canActivate, availableAt } = availability(active, past, now)
  const isReplaced = canActivate && accepted?.version !== active?.version
  const latest = isReplaced ? undefined : past.latest
  const shown = (latest ? accepted : active)!
  const terms = latest ? past.tasks : termsOf(shown.data, currency, rates)
  const tasks = latest ? past.tasks : terms.map((each, position) => untouched(each, shown.identity, position))
  const endsAt = active?.endsAt ?? null
  return {
    ...(latest
      ? presentHeld(latest, tasks, shown, { locale, now, promised, rates })
      : {
          name: wordsIn(shown.data.name, locale),
          description: wordsIn(shown.data.description, locale),
          state: QuestState.available,
          order: shown.data.order,
          tasks: presentTasks(
            tasks,
            { inSequence: shown.data.order === 'sequence', currency, state: QuestState.available },
            now,
          ),
          rewards: rewardsOf(shown.data, currency, rates).map((reward) =>
            presentReward({ promised, rates, locale }, reward),
          ),
          rewardState: 'locked' as const,
          claim: shown.data.claim,
          currency,
          startedAt: null,
          expiresAt: null,
          finishedAt: null,
          version: past.latest?.revision ?? 0,
        }),
    id: shown.identity,
    termsVersion: shown.version,
    playerQuestId: latest?.id ?? null,
    days: shown.data.days,
    endsAt: endsAt?.toISOString() ?? null,
    canActivate,
    availableAt: availableAt?.toISOString() ?? null,
    timesCompleted,
    maxTimes: shown.data.repeat?.max ?? 1,
    expectedCost: expectedCostOf(terms, currency),
  }
}

/** In subunits; null if no task costs anything. */
function expectedCostOf(terms: readonly Terms[], currency: string): number | null {
  const counted = terms.map(({ type, quantity, multiplier, minStake, games }) => ({
    type,
    quantity: Number(quantity),
    multiplier,
    minStake: minStake === null ? null : Number(minStake),
    games,
  }))
  return Math.round(costOfTasks(counted, (games) => lowestStake(games, currency))) || null
}

export function presentPlayerQuest(
  row: QuestRow,
  tasks: StoredTask[],
  definition: QuestDefinition,
  view: HeldView,
): PlayerQuest {
  return { ...presentHeld(row, tasks, definition, view), id: row.id, questId: row.identity }
}

type HeldView = Pick<View, 'locale' | 'now' | 'promised' | 'rates'>

function presentHeld(
  row: QuestRow,
  tasks: StoredTask[],
  { data }: QuestDefinition,
  { locale, now, promised, rates }: HeldView,
): Omit<PlayerQuest, 'id' | 'questId'> {
  return {
    name: wordsIn(data.name, locale),
    description: wordsIn(data.description, locale),
    state: row.state,
    order: data.order,
    tasks: presentTasks(tasks, { inSequence: row.in_sequence, currency: row.currency, state: row.state }, now),
    rewards: readRewards(row).map((reward) => presentReward({ promised, rates, locale }, reward)),
    rewardState: row.reward_state as PlayerQuest['rewardState'],
    claim: row.is_automatic ? 'automatic' : 'player',
    currency: row.currency,
    startedAt: row.activated_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    version: row.revision,
  }
}

function presentReward(
  { promised, rates, locale }: Pick<View, 'promised' | 'rates' | 'locale'>,
  reward: EarnedReward,
): QuestReward {
  if (reward.kind === 'cash') return { kind: 'cash', amount: toWire(reward.amount), currency: reward.currency }
  if (reward.kind === 'points') return reward
  // An operator may have ended it since.
  if (reward.kind === 'freeBet') {
    const { currency, freeBetId: name } = reward
    const freeBet = freeBetIn(promised, name, { currency, rates, locale })
    return freeBet
      ? { kind: 'freeBet', ...freeBet, amount: toWire(freeBet.amount) }
      : { kind: 'offer', bonusId: name, name, description: '' }
  }
  const offer = promised.offers.get(reward.bonusId)
  return {
    kind: 'offer',
    bonusId: reward.bonusId,
    name: offer ? wordsIn(offer.name, locale) : reward.bonusId,
    description: offer ? wordsIn(offer.description, locale) : '',
  }
}

function untouched(terms: ReturnType<typeof termsOf>[number], questId: string, position: number): StoredTask {
  const nothing = { progress: 0n, seen: [], lastDay: null, completedAt: null, announced: 0n, revision: 0 }
  return { ...terms, ...nothing, questId, position }
}

export const wordsIn = (words: Record<string, string>, locale: string): string => words[locale] ?? words.en ?? ''

/** Definitions that players accepted; versions are kept permanently. */
export async function readAcceptedOf(
  db: Kysely<Tables>,
  rows: ReadonlyArray<Pick<QuestRow, 'identity' | 'version'>>,
): Promise<(row: Pick<QuestRow, 'identity' | 'version'>) => QuestDefinition> {
  const found = await readVersions(db, questKind, rows)
  return (row) => {
    const accepted = found.get(versionKey(row))
    if (!accepted) throw new Error(`version ${row.version} of the quest ${row.identity} is missing`)
    return accepted
  }
}

export async function readAccepted(
  db: Kysely<Tables>,
  row: Pick<QuestRow, 'identity' | 'version'>,
): Promise<QuestDefinition> {
  return (await readAcceptedOf(db, [row]))(row)
}

export async function findActive(db: Kysely<Tables>, identity: string): Promise<QuestDefinition | undefined> {
  return (await readKnownActive(db, questKind)).find((each) => each.identity === identity)
}

/** Pushes quests as the list shows them, each in its player's language; returns them in the order of the rows. */
export async function publishQuests(
  tx: Tx,
  deps: Needs,
  rows: readonly QuestRow[],
  localeOf: (playerId: string) => string,
): Promise<Quest[]> {
  if (rows.length === 0) return []
  const now = deps.clock.now()
  const distinct = (values: string[]) => [...new Set(values)]
  const pasts = await readPastsOf(
    tx,
    distinct(rows.map(({ player_id }) => player_id)),
    distinct(rows.map(({ identity }) => identity)),
  )
  const acceptedOf = await readAcceptedOf(tx, rows)
  const active = new Map((await readKnownActive(tx, questKind)).map((each) => [each.identity, each]))
  const rates = await ratesAt(tx, now)
  const promised = await readPromised(tx)
  const quests = rows.map((row) =>
    presentQuest(
      {
        active: active.get(row.identity),
        accepted: acceptedOf(row),
        past: pasts.get(row.player_id)!.get(row.identity)!,
      },
      { locale: localeOf(row.player_id), currency: row.currency, rates, now, promised },
    ),
  )
  await appendAll(
    tx,
    rows.map((row, index) => ({
      channel: playerChannel('retention:quests', row.player_id),
      event: 'quest.updated',
      payload: quests[index],
      version: row.revision,
    })),
  )
  return quests
}

export async function publishQuest(tx: Tx, deps: Needs, row: QuestRow, locale: string): Promise<Quest> {
  return (await publishQuests(tx, deps, [row], () => locale))[0]!
}
