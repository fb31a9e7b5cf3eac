/** Side stakes of jackpots and their prizes beside everything that counts play. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDefinitions } from '#server/kernel/definitions/seed.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { openJackpot } from '#server/play/jackpots/open.ts'
import { joinJackpot } from '#server/play/jackpots/own.ts'
import { listTickets } from '#server/play/jackpots/read.ts'
import { cashbackKind } from '#server/rewards/cashback/kind.ts'
import { levels } from '#server/rewards/loyalty/ladder.ts'
import { rakebackKind } from '#server/rewards/rakeback/kind.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { contextOf } from '#tests/setup/contexts.ts'

let fixture: Casino
let jackpotId: string
beforeAll(async () => {
  fixture = await casino({ env: { LOYALTY: 'true', ROUND_MIN_MS: '0' } })
  await seedDefinitions(fixture.deps, [cashbackKind, levels, rakebackKind])
  const levelsOfPots = {
    mini: { contribution: 4n, seed: 0n, cap: 8n },
    major: { contribution: 3n, seed: 0n, cap: 3_000n },
    grand: { contribution: 1n, seed: 50n, cap: 1_000n },
  }
  const opened = await fixture.deps.db.transaction((tx) =>
    openJackpot(tx, fixture.deps, { currency: 'EUR', sideStake: 10n, levels: levelsOfPots }),
  )
  if (!opened.ok) throw new Error(opened.refusal)
  jackpotId = opened.value
})
afterAll(() => fixture.close())

async function newPlayer(): Promise<CasinoPlayer> {
  const player = await fixture.player({ EUR: 100_00n })
  await fixture.app.db.asOwner("UPDATE identity.players SET country = 'FI' WHERE id = $1", [player.id])
  return player
}
async function playRounds(player: CasinoPlayer): Promise<void> {
  const token = await fixture.launch('dice', { player })
  for (const [amount, win] of [
    [1_00, 0],
    [2_00, 3_50],
    [5_00, 0],
    [1_00, 0],
  ] as const) {
    const call = { token, currency: 'EUR', gameId: 'dice', roundId: randomUUID(), transactionId: randomUUID(), amount }
    expect((await fixture.walletCall('bet', call)).status).toBe(200)
    const end = { ...call, transactionId: randomUUID(), amount: win, isRoundFinished: true }
    expect((await fixture.walletCall('win', end)).status).toBe(200)
  }
}
const countedFor = async ({ id }: CasinoPlayer) =>
  (
    await fixture.app.db.asOwner(
      `SELECT week.staked::int, week.won::int, week.rounds, loyalty.earned::int AS points, rakeback.earned::int AS rakeback
       FROM rewards.cashback_periods AS week JOIN rewards.loyalty_accounts AS loyalty USING (player_id)
       JOIN rewards.rakebacks AS rakeback USING (player_id) WHERE player_id = $1`,
      [id],
    )
  ).rows

// Shows: attack 244
test('cashback, points and rakeback count a round with a side stake, and one that wins a pot, like any other', async () => {
  const [plain, seated] = [await newPlayer(), await newPlayer()]
  const joined = await joinJackpot(contextOf(fixture.deps, seated), { currency: 'EUR', jackpotId, clientSeed: 'mine' })
  expect(joined.ok).toBe(true)
  for (const player of [plain, seated]) await playRounds(player)
  const tickets = (await listTickets(contextOf(fixture.deps, seated), { currency: 'EUR' })).value.data
  expect(tickets.map(({ state }) => state)).toEqual(['drawn', 'drawn', 'drawn', 'drawn'])
  // The pot of the mini cannot pass its cap.
  expect(tickets.flatMap(({ draw }) => draw?.won ?? []).some((won) => won > 0)).toBe(true)
  await catchUp(fixture.deps)
  const [counted] = await countedFor(plain)
  expect(counted).toMatchObject({ staked: 9_00, won: 3_50, rounds: 4 })
  expect(counted.points).toBeGreaterThan(0)
  expect(counted.rakeback).toBeGreaterThan(0)
  expect(await countedFor(seated)).toEqual([counted])
  expect(await findBreaches(fixture.app.db.pool, allInvariants)).toEqual([])
})
