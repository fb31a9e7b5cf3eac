/**
 * The order of all locks. A transaction takes them from the top of this list to the bottom, and several rows of one
 * table in the order of their ids, so that no two transactions wait for each other. A transaction that has the first
 * lock of a rung may lock the rung's `parts` at any time; any other one takes no further lock after them. Tests and
 * development check every statement (lock-check.ts); production does not. Tables that are not listed are written only
 * by transactions that have one of these locks or consist of one statement.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './db/connect.ts'

type Rung = {
  name: string
  /** Tables and names of `lockNamed`, in order. A consumer whose position others also lock has a separate lock. */
  locks: string[]
  parts?: string[]
  isSharedAnywhere?: true
  why: string
}

export const rungs = [
  {
    name: 'administration',
    locks: [
      'operators.requests',
      'operators',
      'operators.operators',
      'operators.sessions',
      'operators.claims',
      'secret',
      'document store',
      'content',
      'catalogue',
      'demo chain',
      'draw keys',
      'liabilities',
    ],
    why: 'One change at a time of what an operator or a start configures.',
  },
  { name: 'consumer', locks: ['facts.consumers'], why: 'A consumer keeps its position while it applies a batch.' },
  {
    name: 'request',
    locks: ['payments.callbacks', 'verification.notices', 'sports bet', 'campaigns.campaigns', 'campaigns.recipients'],
    why: 'What a partner or a campaign asks for, before it is known which player it concerns.',
  },
  {
    name: 'proof',
    locks: ['identity.attempts', 'identity.mail_requests', 'otp', 'identity.otps', 'social', 'identity.social_used'],
    why: 'A proof of who somebody is, before it is known which player that is.',
  },
  {
    name: 'chain',
    locks: [
      'chain.networks',
      'chain.wallets',
      'chain.transactions',
      'chain.payouts',
      'chain.transfers',
      'chain.awaiting',
      'chain.keys',
      'chain.addresses',
    ],
    why: 'What is followed and sent on one network; what has arrived is then settled.',
  },
  {
    name: 'player',
    locks: ['identity.players'],
    parts: [
      'documents',
      'chat files',
      'payments.invoices',
      'payments.payouts',
      'payments.cancellations',
      'payments.flags',
      'rewards.grants',
      'rewards.cashback_periods',
      'rewards.rakebacks',
      'rewards.notices',
      'rewards.loyalty_accounts',
      'bonuses.household_flags',
      'harm.markers',
      'wallet.swaps',
      'identity.link_codes',
      'credentials.totps',
      'credentials.challenges',
      'verification.checks',
      'verification.documents',
      'chat.conversations',
      'complaints.complaints',
    ],
    why: 'Who decides about a player locks their row first: status, payments, rewards, documents.',
  },
  {
    name: 'limits',
    locks: ['limits.players'],
    why: 'Sums and breaks of every account of one mailbox, because a break of one reaches the others.',
  },
  {
    name: 'definition',
    locks: ['definitions'],
    why: 'One change at a time of a definition; a quest begins under one that is not being changed.',
  },
  { name: 'play', locks: ['play'], why: 'A limit on play and the opening of a wallet come one after the other.' },
  {
    name: 'wallet',
    locks: ['wallet.accounts'],
    parts: [
      'bonuses.player_bonuses',
      'bonuses.player_freespins',
      'sports.bets',
      'sports.free_bets',
      'games.reality_checks',
    ],
    why: 'Money, and what is staked with it. `ledger.post` takes these.',
  },
  {
    name: 'jackpot',
    locks: ['jackpots.jackpots'],
    why: 'The pots: `ledger.post` draws tickets with it after all wallets of its call; whoever closes a jackpot has no wallet.',
  },
  { name: 'session', locks: ['identity.sessions'], why: 'A session that must not end meanwhile, or that ends.' },
  { name: 'browser', locks: ['push', 'push.subscriptions'], why: 'A browser that receives notifications.' },
  { name: 'delivery', locks: ['deliveries.deliveries'], why: 'A message that waits to be sent.' },
  {
    name: 'run',
    locks: ['consumer tournament-scores', 'rewards.tournament_runs', 'rewards.tournament_scores'],
    why: 'A tournament and its scores.',
  },
  {
    name: 'quest',
    locks: ['consumer quests', 'rewards.player_quests'],
    why: 'Quests, which end between two batches of their consumer.',
  },
  { name: 'count', locks: ['messages.communication_counts'], why: 'How much a player or an address is sent.' },
  { name: 'studio', locks: ['studio.seeds', 'studio.rounds'], why: 'Rounds of the in-house studio.' },
  {
    name: 'shared round',
    locks: ['shared.leaders', 'shared.rounds'],
    why: 'Who leads a shared round, and whether it accepts bets.',
  },
  {
    name: 'reference',
    locks: ['reference', 'reference.currencies'],
    isSharedAnywhere: true,
    why: 'Currencies and rates: shared at any time, because who changes them locks nothing afterwards.',
  },
] as const satisfies Rung[]

/**
 * Rows of players that a pass over play writes for many of them, without the players, before it locks tournaments and
 * quests. Whoever has a tournament or a quest takes none of them, not even with the player.
 */
export const countedRows = new Set<string>([
  'rewards.cashback_periods',
  'rewards.rakebacks',
  'rewards.loyalty_accounts',
] satisfies Name[])

/** Locks that functions of the database take, in their order. */
export const functionLocks: Record<string, string[]> = {
  'ledger.post': ['wallet.accounts', 'bonuses.player_freespins'],
  'ledger.set_ticket_pair': ['wallet.accounts'],
  'limits.forget_room': ['wallet.accounts'],
}

type Listed = (typeof rungs)[number]
type Name = Listed['locks'][number] | Extract<Listed, { parts: unknown }>['parts'][number]
type LockName = Exclude<Name, `${string}.${string}` | `consumer ${string}`>

/** A lock on a name instead of a row, until the transaction ends; as an expression, for a query that does more. */
export function namedLock(name: LockName, key: string): RawBuilder<unknown> {
  return sql`pg_advisory_xact_lock(hashtextextended(${sql.lit(`${name}: `)} || ${key}, 0))`
}

export async function lockNamed(tx: Tx, name: LockName, key = ''): Promise<void> {
  await sql`SELECT ${namedLock(name, key)}`.execute(tx)
}

/** Takes a named lock in shared mode; `lockNamed` waits for all who have it. */
export async function shareNamed(tx: Tx, name: LockName, key: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${sql.lit(`${name}: `)} || ${key}, 0))`.execute(tx)
}
