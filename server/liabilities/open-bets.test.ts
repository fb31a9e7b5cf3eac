/** Bets on sports in the reports of what is owed: an open stake is still the player's. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleOf, type SportsSite, sportsSite, unsettleOf } from '#tests/setup/sportsbook.ts'
import { publishReport } from './publish-report.ts'

let site: SportsSite
beforeAll(async () => {
  site = await sportsSite()
})
afterAll(() => site.close())

/** What a new report owes to a player, in euros' subunits. */
async function owed(playerId: string): Promise<number> {
  const report = await publishReport({ ...site.deps, actor: { kind: 'system', job: 'test' } })
  const leaves = await site.deps.db.kysely
    .selectFrom('liabilities.leaves')
    .select('amount')
    .where('report', '=', report)
    .where('player_id', '=', playerId)
    .execute()
  return leaves.reduce((sum, { amount }) => sum + Number(amount), 0)
}

// Shows: attack 179
test('a stake counts while its bet is open, and then what was paid', async () => {
  const player = await site.player({ EUR: 5000n })
  const id = await site.bet(await site.start(player), 1000)
  expect([await site.cash(player), await owed(player.id)]).toEqual([4000, 5000])
  await site.call('settle', settleOf(id, 1, 3000))
  expect(await owed(player.id)).toBe(7000)
  await site.call('unsettle', unsettleOf(id, 2))
  expect([await site.cash(player), await owed(player.id)]).toEqual([4000, 5000])
  await site.call('settle', settleOf(id, 3, 0))
  expect(await owed(player.id)).toBe(4000)
})
