/** Grants what a player has earned, once per source, however often it is called. */
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Alert } from '#contract/content.ts'
import type { Subunits } from '#contract/money.ts'
import { jsonColumn, TextsByName } from '../kernel/db/json-column.ts'
import type { Tables } from '../kernel/db/tables.ts'
import type { GameDeps, LedgerDeps, Tx } from '../deps.ts'
import { record } from '../kernel/facts/fact.ts'
import { rewardGranted } from '../kernel/facts/kinds.ts'
import { grantAsReward } from '../bonuses/index.ts'
import { isExcludedIn } from '../protection/index.ts'
import { notify } from '../messaging/index.ts'
import { lockStatus, readLocale } from '../identity/index.ts'
import { formatAmount } from '../reference/index.ts'
import { giveFreeBet } from '../sports/index.ts'
import { openAccount } from '../wallet/index.ts'
import { readGrantStatus } from './read-grant-status.ts'
import type { EarnedReward } from './reward.ts'
import { type RewardSource, sourceOf } from './sources.ts'

export type Earned = {
  playerId: string
  reward: EarnedReward
  source: RewardSource
  /** With the source, what is rewarded once: a player's quest, a level, a period. */
  sourceId: string
  /** Numbers the rewards of one source, from 0. */
  ordinal?: number
  /** When an offer was promised: in the version of that time. Now if absent. */
  promisedAt?: Date
  /** Of the player who claims it; absent if it is granted by itself. */
  sessionId?: string
  /** What earned it, in each locale: shown to the player with the reward. */
  title: Record<string, string>
}
/** `due`: cash that an excluded player receives when the exclusion is over. `void`: nothing is or will be given. */
export type GrantStatus = 'paid' | 'due' | 'void'
export type GrantRow = Selectable<Tables['rewards.grants']>
const readTitle = jsonColumn('rewards.grants.title', TextsByName)

type Needs = LedgerDeps & GameDeps

export async function grantReward(tx: Tx, deps: Needs, earned: Earned): Promise<GrantStatus> {
  const status = await lockStatus(tx, earned.playerId)
  const row = await tx
    .insertInto('rewards.grants')
    .values({
      id: randomUUID(),
      player_id: earned.playerId,
      source: earned.source,
      source_id: earned.sourceId,
      ordinal: earned.ordinal ?? 0,
      ...columnsOf(earned.reward),
      title: JSON.stringify(earned.title),
      status: 'due',
      reason: 'new',
      created_at: deps.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return readGrantStatus(tx, earned)
  const { promisedAt = deps.clock.now(), sessionId } = earned
  return settle(tx, deps, row, { status, promisedAt, sessionId })
}

type Settling = {
  status: Awaited<ReturnType<typeof lockStatus>>
  promisedAt: Date
  sessionId?: string | null | undefined
}

/** The caller has locked the player. */
export async function settle(
  tx: Tx,
  deps: Needs,
  row: GrantRow,
  { status, promisedAt, sessionId = null }: Settling,
): Promise<GrantStatus> {
  if (status === 'closed') return put(tx, deps, row, 'void', 'closed')
  if (status !== 'active' || (await isExcludedIn(tx, deps, row.player_id)))
    return row.reward === 'cash' ? put(tx, deps, row, 'due', 'excluded') : put(tx, deps, row, 'void', 'excluded')
  if (row.reward === 'cash') await pay(tx, deps, row)
  if (row.reward === 'offer') {
    const request = { playerId: row.player_id, currency: row.currency!, bonusId: row.offer_id!, promisedAt, sessionId }
    if (!(await grantAsReward(tx, deps, request))) return put(tx, deps, row, 'void', 'notOffered')
  }
  if (row.reward === 'freeBet' && !(await grantFreeBet(tx, deps, row, promisedAt)))
    return put(tx, deps, row, 'void', 'notOffered')
  await record(tx, rewardGranted, {
    player: row.player_id,
    subject: row.id,
    data: { source: row.source, reward: row.reward, currency: row.currency, amount: row.amount ?? 0n },
  })
  return put(tx, deps, row, 'paid', null)
}

/** False if there is no such free bet any more, or the player may receive none. */
async function grantFreeBet(tx: Tx, deps: Needs, row: GrantRow, promisedAt: Date): Promise<boolean> {
  const wallet = { playerId: row.player_id, currency: row.currency! }
  await openAccount(tx, { ...wallet, active: false })
  const freeBet = await giveFreeBet(tx, deps, { ...wallet, definition: row.offer_id!, promisedAt })
  if (!freeBet.ok) return false
  const { names, amount, expiresAt } = freeBet.value
  const locale = await readLocale(tx, row.player_id)
  const words = (deps.content.read(locale, 'alerts').rewards as Record<string, Alert>).freeBetReceived!
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt)
  const fill = (text: string) =>
    text
      .replaceAll('{name}', () => titleIn(row, locale))
      .replaceAll('{freeBet}', () => textIn(names, locale))
      .replaceAll('{amount}', () => formatAmount(amount, wallet.currency, locale))
      .replaceAll('{date}', () => day)
  await notify(tx, {
    playerId: row.player_id,
    key: 'free-bet',
    title: fill(words.title),
    description: fill(words.description),
    button: { label: words.button, target: { kind: 'page', path: '/betting' } },
    at: deps.clock.now(),
    once: row.id,
  })
  return true
}

async function pay(tx: Tx, deps: Needs, row: GrantRow): Promise<void> {
  const wallet = { playerId: row.player_id, currency: row.currency! }
  // A hidden account is shown again: no money arrives unseen.
  await openAccount(tx, { ...wallet, active: false })
  const { movement, target } = sourceOf(row.source)
  const locale = await readLocale(tx, row.player_id)
  const title = titleIn(row, locale)
  const posted = await deps.ledger.postIn(tx, {
    ...movement.of({ ...wallet, amount: row.amount as Subunits }),
    actor: 'rewards',
    idempotencyKey: row.id,
    requestHash: row.id,
    reference: { kind: 'other', id: row.id, label: title },
  })
  if (!posted.ok) throw new Error(`reward ${row.id} was refused by the ledger: ${posted.refusal}`)
  const words = (deps.content.read(locale, 'alerts').rewards as Record<string, Alert>).rewardPaid!
  const amount = formatAmount(row.amount!, row.currency!, locale)
  const fill = (text: string) => text.replaceAll('{amount}', () => amount).replaceAll('{name}', () => title)
  await notify(tx, {
    playerId: row.player_id,
    key: `reward-${row.source}`,
    title: fill(words.title),
    description: fill(words.description),
    button: { label: words.button, target: typeof target === 'function' ? target(row.source_id) : target },
    at: deps.clock.now(),
    once: row.id,
  })
}

async function put(
  tx: Tx,
  { clock }: Needs,
  { id, ...before }: GrantRow,
  status: GrantStatus,
  reason: 'closed' | 'excluded' | 'notOffered' | null,
): Promise<GrantStatus> {
  // What waits is looked at every minute, and written once.
  if (before.status === status && before.reason === reason) return status
  await tx
    .updateTable('rewards.grants')
    .set({ status, reason, settled_at: status === 'due' ? null : clock.now() })
    .where('id', '=', id)
    .execute()
  return status
}

export function columnsOf(reward: EarnedReward) {
  switch (reward.kind) {
    case 'cash':
      return { reward: 'cash', currency: reward.currency, amount: reward.amount, offer_id: null }
    case 'offer':
      return { reward: 'offer', currency: reward.currency, amount: null, offer_id: reward.bonusId }
    case 'freeBet':
      return { reward: 'freeBet', currency: reward.currency, amount: null, offer_id: reward.freeBetId }
    case 'points':
      return { reward: 'points', currency: null, amount: BigInt(reward.points), offer_id: null }
  }
}

export function titleIn({ title }: GrantRow, locale: string): string {
  return textIn(readTitle(title), locale)
}

const textIn = (texts: Record<string, string>, locale: string): string => texts[locale] ?? texts.en ?? ''
