/**
 * Realtime: channel -> event name -> payload. A push carries the same object that the
 * matching GET returns, plus a version; a push with a lower version than the cached one is outdated.
 */
import type { PlayerBonus, PlayerBonusCode, PlayerFreespin } from './bonuses.ts'
import type { ChatMessage, ChatState } from './chat.ts'
import type { LiveBet } from './games.ts'
import type { JackpotLevel } from './jackpot-odds.ts'
import type { PlayLimitKind } from './limit-kinds.ts'
import type { LoyaltyAccount } from './loyalty.ts'
import type { Message } from './messages.ts'
import type { Invoice } from './payments.ts'
import type { CompletedTournament } from './tournaments.ts'
import type { Quest, QuestTask } from './quests.ts'
import type { SharedGame, SharedRoundEvents } from './shared-rounds.ts'
import type { Account } from './wallet.ts'

export type ChannelEvents = {
  'wallet:accounts': { account: Account }
  'payment:invoices': { 'invoice.deposit.updated': Invoice; 'invoice.withdrawal.updated': Invoice }
  'messenger:notifications': { message: Message }
  'support:chat': {
    'chat.message': ChatMessage
    'chat.state': ChatState
    'chat.typing': { author: 'visitor' | 'support' }
  }
  'game:bets': {
    'game.bet.restricted': { gameIdentity: string }
    /** Not in the specification: the kind of limit that refused a stake. */
    'game.bet.limit.reached': { gameIdentity: string; limit: PlayLimitKind }
    'game.bet.max.exceed': { gameIdentity: string; playerBonus: { currency: string }; maxBetAmount: number }
    /** Not in the specification: a sports bet that waited was accepted, or declined and its stake returned. */
    'game.bet.accepted': { betId: string; event: string; currency: string; stake: number }
    'game.bet.declined': { betId: string; event: string; currency: string; stake: number }
    /** Not in the specification: a sports bet was changed; `betId` is the bet in its place. */
    'game.bet.edited': { betId: string; event: string; currency: string; stake: number }
    /** Not in the specification: a change of the bet `betId` was not accepted; it stays open with this stake. */
    'game.bet.edit.declined': { betId: string; event: string; currency: string; stake: number }
    /**
     * Not in the specification: a sports bet was settled, cashed out completely or is void. `payout` is its total; the
     * stake of a free bet is 0.
     */
    'game.bet.decided': {
      betId: string
      event: string
      currency: string
      result: 'settled' | 'cashedOut' | 'voided'
      stake: number
      payout: number
    }
    /** Not in the specification: a round's side stake won a pot. */
    'game.jackpot.won': { currency: string; level: JackpotLevel; amount: number; roundId: string }
    /** A reality check was acknowledged or its interval changed; pages read it again. */
    'game.reality-check': { at: string }
  }
  'bonus:player-bonus-codes': { playerBonusCode: PlayerBonusCode }
  'bonus:player-bonuses': { playerBonus: PlayerBonus }
  'bonus:player-freespins': { playerFreespin: PlayerFreespin }
  'retention:quests': { 'quest.updated': Quest; 'quest.task.updated': QuestTask }
  'retention:accounts': { account: LoyaltyAccount }
  tournaments: { 'tournament.completed': CompletedTournament }
  'global:online': { online: { count: number } }
  /** Not in the specification: the latest settled rounds, at most once a second. */
  'global:wins': { 'bets.settled': { bets: LiveBet[] } }
} & { [G in SharedGame as `game:round:${G}`]: SharedRoundEvents }

/** The channel on which the phases of a game's shared rounds are published. */
export function roundChannel<G extends SharedGame>(game: G): `game:round:${G}` {
  return `game:round:${game}`
}

/** Channels that carry `#{profileId}`: only that player may subscribe. */
export const playerChannels = [
  'bonus:player-bonus-codes',
  'bonus:player-bonuses',
  'bonus:player-freespins',
  'retention:quests',
  'retention:accounts',
  'wallet:accounts',
  'payment:invoices',
  'messenger:notifications',
  'support:chat',
  'game:bets',
] as const
/** Channels open to guests too. */
export const publicChannels = ['tournaments', 'global:online', 'global:wins', 'game:round:crash'] as const

export type ChannelName = keyof ChannelEvents
/** The events of a channel; for a union of channels, the events of any of them. */
export type Publication<C extends ChannelName = ChannelName> = C extends ChannelName
  ? {
      [E in keyof ChannelEvents[C]]: { event: E; payload: ChannelEvents[C][E]; version: number }
    }[keyof ChannelEvents[C]]
  : never

/** The channel name without its ids: `wallet:accounts#…` -> `wallet:accounts`. */
export function channelName(channel: string): ChannelName {
  return channel.split('#', 1)[0] as ChannelName
}

export function playerChannel(name: (typeof playerChannels)[number], playerId: string): string {
  return `${name}#${playerId}`
}
