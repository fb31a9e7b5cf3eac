/** Our bets and the sportsbook's list: what differs is found, and forgotten once both sides agree. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import {
  type AnsweringSportsbook,
  answeringSportsbook,
  settleOf,
  type SportsSite,
  sportsSite,
  voidOf,
} from '#tests/setup/sportsbook.ts'
import { compareBets } from './compare-bets.ts'

let site: SportsSite
let sportsbook: AnsweringSportsbook
let pages: unknown[][] = [[]]
let isAway = false
beforeAll(async () => {
  sportsbook = await answeringSportsbook(
    ({ call, after, betIds }) => {
      if (isAway) return 'lost'
      if (call === 'cash-out-quotes') return { quotes: (betIds as string[]).map((betId) => ({ betId, amount: 777 })) }
      const page = Number(after ?? 0)
      return { bets: pages[page], next: page + 1 < pages.length ? String(page + 1) : null }
    },
    () => site.deps.clock.now(),
  )
  site = await sportsSite({ host: () => sportsbook.host })
})
afterAll(async () => {
  await site.close()
  sportsbook.close()
})
afterEach(async () => expect(await findBreaches(site.deps.db.pool, allInvariants)).toEqual([]))

const differing = async () =>
  (
    await site.app.db.asOwner('SELECT bet_id FROM sports.discrepancies WHERE resolved_at IS NULL ORDER BY bet_id')
  ).rows.map(({ bet_id }) => bet_id as string)
async function compare() {
  site.app.moveClock(130_000)
  await compareBets(site.deps)
}
const listed = (betId: string, over: object = {}) => ({
  betId,
  currency: 'EUR',
  stake: 1000,
  openStake: 1000,
  payout: 0,
  status: 'accepted',
  sequence: 0,
  changedAt: '2026-11-21T12:00:00Z',
  ...over,
})

// Shows: attack 208
test('bets that differ, or that one side does not know, are found on every page, until both agree', async () => {
  const token = await site.start(await site.player())
  const [same, paid, unlisted] = [await site.bet(token), await site.bet(token), await site.bet(token)]
  pages = [
    [listed(same), listed(paid, { status: 'settled', openStake: 0, payout: 3000, sequence: 1 })],
    [listed('never-placed'), listed('refused', { status: 'declined', openStake: 0 })],
  ]
  await compare()
  expect(await differing()).toEqual([paid, unlisted, 'never-placed'].toSorted())
  await site.call('settle', settleOf(paid, 1, 3000))
  pages = [[listed(unlisted), listed('never-placed', { status: 'declined', openStake: 0 })]]
  await compare()
  expect(await differing()).toEqual([])
})

// Shows: attack 208
test('nothing is concluded while the sportsbook is away or its list is not whole; the period is asked for again', async () => {
  const token = await site.start(await site.player())
  const betId = await site.bet(token)
  isAway = true
  await compare()
  expect(await differing()).toEqual([])
  isAway = false
  pages = [[]]
  await compare()
  expect(await differing()).toEqual([betId])
  await site.call('void', voidOf(betId, 1))
  pages = [[listed(betId, { status: 'voided', openStake: 0, payout: 1000, sequence: 1 })]]
  await compare()
  expect(await differing()).toEqual([])
})

test('open bets show what a cash-out pays now, and none while the sportsbook is away', async () => {
  const player = await site.player()
  await site.bet(await site.start(player))
  const cashOuts = async () => (await site.bets(player, false)).data.map(({ cashOut }: { cashOut: number }) => cashOut)
  expect(await cashOuts()).toEqual([777])
  isAway = true
  expect(await cashOuts()).toEqual([null])
  isAway = false
})
