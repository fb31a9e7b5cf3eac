/** What operators define as a quest: tasks, order, time, repetition and rewards. */
import { z } from 'zod'
import { Odds } from '#contract/sportsbook-protocol.ts'
import { defineKind } from '../../kernel/definition-kind.ts'
import { lowestStake } from '../../partners/game-studio/house-edge.ts'
import { Amounts, baseCurrency, findCurrency } from '../../reference/index.ts'
import { Reward } from '../reward.ts'
import { costOfTasks } from './cost-of-tasks.ts'

/** English is required: it is shown in locales without a text. */
const Words = z.object({ en: z.string().min(1).max(300) }).catchall(z.string().min(1).max(300))
const Games = z.array(z.string().min(1).max(64)).min(1).max(50)

const Countries = z
  .array(z.string().regex(/^[A-Z]{2}$/))
  .min(1)
  .max(250)

/** Whom it is offered to, by what is known of every player: no segment, and never a consent to advertising. */
const Conditions = z.strictObject({
  /** Countries of the account. */
  countries: z.union([z.strictObject({ only: Countries }), z.strictObject({ except: Countries })]).optional(),
  /** The currency that the player has chosen when it starts. */
  currencies: z
    .array(z.string().refine((code) => findCurrency(code) !== undefined, 'is not a currency of this site'))
    .min(1)
    .optional(),
  /** Players with a confirmed identity only. */
  isVerified: z.literal(true).optional(),
})

const Task = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('stake'), amount: Amounts, games: Games.optional() }),
  z.strictObject({
    kind: z.literal('rounds'),
    count: z.int().min(1).max(10_000),
    minStake: Amounts.optional(),
    games: Games.optional(),
  }),
  z.strictObject({
    kind: z.literal('multiplier'),
    atLeast: z.number().min(1.01).max(100_000),
    count: z.int().min(1).max(100),
    minStake: Amounts.optional(),
    games: Games.optional(),
  }),
  z.strictObject({ kind: z.literal('games'), count: z.int().min(2).max(100), minStake: Amounts.optional() }),
  z.strictObject({ kind: z.literal('days'), count: z.int().min(2).max(31), minStake: Amounts.optional() }),
  z.strictObject({ kind: z.literal('deposit'), amount: Amounts }),
  z.strictObject({
    kind: z.literal('bets'),
    count: z.int().min(1).max(1_000),
    /** The lowest odds of each selection. */
    minOdds: Odds,
    minStake: Amounts.optional(),
  }),
  z.strictObject({ kind: z.literal('verification') }),
  z.strictObject({ kind: z.literal('limit') }),
])
export type TaskDefinition = z.output<typeof Task>

const Data = z
  .strictObject({
    name: Words,
    description: Words,
    order: z.enum(['free', 'sequence']),
    /** Time to complete it, from its start. */
    days: z.int().min(1).max(366),
    tasks: z.array(Task).min(1).max(8),
    rewards: z.array(Reward).min(1).max(3),
    claim: z.enum(['player', 'automatic']),
    conditions: Conditions.optional(),
    /** Completed once, without it. `everyDays` is the minimum interval between two starts. */
    repeat: z.strictObject({ everyDays: z.int().min(1).max(366), max: z.int().min(2).max(1_000) }).optional(),
  })
  .superRefine(({ order, tasks, days, rewards, conditions }, context) => {
    const broken = (rule: string, message: string) =>
      context.addIssue({ code: 'custom', message: `${rule}: ${message}` })
    if (order === 'sequence' && tasks.some(({ kind }) => kind === 'verification' || kind === 'limit'))
      broken('sequenceOfPlay', 'a sequence has tasks of play and deposits only')
    if (tasks.some((task) => task.kind === 'days' && task.count > days))
      broken('timeSuffices', 'the days in a row do not fit into the time of the quest')
    if (conditions?.isVerified && tasks.some(({ kind }) => kind === 'verification'))
      broken('possible', 'who must be verified cannot become it again')
    const once = tasks.map(({ kind }) => kind).filter((kind) => kind === 'verification' || kind === 'limit')
    if (new Set(once).size < once.length) broken('onceEach', 'verification and limit are tasks once at most')
    const cash = rewards.map((reward) => (reward.kind === 'cash' ? Number(reward.amount.base) : null))
    if (!cash.includes(null) && cash.reduce((sum: number, each) => sum + each!, 0) < costInBase(tasks))
      broken('worthItsCost', 'the reward is less than what the play for the tasks costs on average')
  })
export type QuestData = z.output<typeof Data>

/** In units of the base currency. */
function costInBase(tasks: TaskDefinition[]): number {
  const counted = tasks.map((task) => ({
    type: task.kind,
    quantity: 'amount' in task ? Number(task.amount.base) : 'count' in task ? task.count : 1,
    multiplier: task.kind === 'multiplier' ? task.atLeast : null,
    minStake: 'minStake' in task && task.minStake ? Number(task.minStake.base) : null,
    games: 'games' in task ? (task.games ?? null) : null,
  }))
  const { code, subunitToUnit } = findCurrency(baseCurrency)!
  const cost = costOfTasks(counted, (games) => lowestStake(games, code) / subunitToUnit)
  // A reward of exactly this cost must not fail by the last digit of a double.
  return Math.round(cost * 1_000_000) / 1_000_000
}

export const questKind = defineKind({
  kind: 'quest',
  area: 'rewards',
  file: 'quests.json',
  schema: Data,
  describe: ({ name, tasks, order, days, rewards, repeat, conditions }) =>
    [
      name.en,
      tasks.map(describeTask).join(order === 'sequence' ? ', then ' : ', '),
      `${days} days`,
      rewards.map(describeReward).join(' and '),
      repeat ? `up to ${repeat.max} times, every ${repeat.everyDays} days` : 'once',
      ...(conditions ? [describeConditions(conditions)] : []),
    ].join('; '),
})

function describeConditions({ countries, currencies, isVerified }: z.output<typeof Conditions>): string {
  const parts = [
    countries && ('only' in countries ? `in ${countries.only.join(', ')}` : `not in ${countries.except.join(', ')}`),
    currencies && `in ${currencies.join(', ')}`,
    isVerified && 'verified',
  ]
  return `only ${parts.filter(Boolean).join(', ')}`
}

function describeTask(task: TaskDefinition): string {
  switch (task.kind) {
    case 'stake':
    case 'deposit':
      return `${task.kind} ${task.amount.base}`
    case 'multiplier':
      return `${task.count} wins of ${task.atLeast}x`
    case 'rounds':
    case 'games':
    case 'days':
    case 'bets':
      return `${task.count} ${task.kind}`
    default:
      return task.kind
  }
}

function describeReward(reward: z.output<typeof Reward>): string {
  if (reward.kind === 'cash') return `${reward.amount.base} in cash`
  if (reward.kind === 'points') return `${reward.points} points`
  return reward.kind === 'freeBet' ? `free bet ${reward.freeBetId}` : reward.bonusId
}
