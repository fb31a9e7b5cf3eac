/** What a player can be rewarded for. A new source of rewards is a row here (docs/guides/reward.md). */
import type { MessageTarget } from '#contract/message-links.ts'
import { type FixedKind, prizePaid, rewardPaid } from '../ledger/index.ts'

type Source = {
  /** Of its cash. */
  movement: FixedKind
  /** Where the notification leads: to what the reward was earned with. */
  target: MessageTarget | ((sourceId: string) => MessageTarget)
  /**
   * Whether its cash reduces the loss that cashback is paid on. False for what is computed from stakes and losses, or
   * paid by other players.
   */
  reducesLoss: boolean
}

const toTournament = (id: string): MessageTarget => ({ kind: 'page', path: `/tournaments/${id}` })
const toBonuses: MessageTarget = { kind: 'page', path: '/profile/bonuses' }

const sources = {
  quest: {
    movement: rewardPaid('quest-reward'),
    target: { kind: 'modal', modal: 'quests-hub', value: 'true' },
    reducesLoss: true,
  },
  level: { movement: rewardPaid('level-reward'), target: { kind: 'page', path: '/loyalty' }, reducesLoss: true },
  /** The operator's own prizes. */
  tournament: { movement: prizePaid, target: toTournament, reducesLoss: true },
  /** A share of what the players of a tournament paid. */
  pool: { movement: prizePaid, target: toTournament, reducesLoss: false },
  cashback: { movement: rewardPaid('cashback'), target: toBonuses, reducesLoss: false },
  rakeback: { movement: rewardPaid('rakeback'), target: toBonuses, reducesLoss: false },
  operator: {
    movement: rewardPaid('operator-reward'),
    target: { kind: 'page', path: '/profile/history' },
    reducesLoss: true,
  },
} satisfies Record<string, Source>
export type RewardSource = keyof typeof sources

export function sourceOf(name: string): Source {
  const all: Record<string, Source> = sources
  const source = all[name]
  if (!source) throw new Error(`no source of rewards is called ${name}`)
  return source
}

export const notDeducted: string[] = Object.keys(sources).filter((name) => !sourceOf(name).reducesLoss)
