/** A bet on sports at the desk: its legs, every decision, the cash-out and what moved. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskEnvironment, deskOf, type DeskPerson } from '#tests/setup/desk.ts'
import { acceptOf, cashOutOf, placeOf, settleOf, sportsSite, type SportsSite } from '#tests/setup/sportsbook.ts'

let site: SportsSite
let desk: Awaited<ReturnType<typeof deskOf>>
let manager: DeskPerson
beforeAll(async () => {
  site = await sportsSite({ env: deskEnvironment })
  desk = await deskOf(site.deps, () => {})
  manager = await desk.person('mona', 'manager')
})
afterAll(async () => {
  await desk.close()
  await site.close()
})

test('a bet is shown with its legs, a partial cash-out, its settlement and the movements of each', async () => {
  const player = await site.player({ EUR: 100_00n })
  const bet = placeOf(await site.start(player))
  await site.call('place', bet)
  await site.call('accept', acceptOf(bet))
  await site.call('cash-out', cashOutOf(bet.betId, 1, 600, 500))
  await site.call('settle', settleOf(bet.betId, 2, 1500))
  const [found] = (await manager.call({ url: `/api/find?text=${bet.betId}` })).body
  expect(found).toMatchObject({ kind: 'bet', path: expect.stringMatching(/^\/bets\/[0-9a-f-]{36}$/) })
  const { status, body } = await manager.call({ url: `/api${found.path}` })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    betId: bet.betId,
    playerId: player.id,
    status: 'settled',
    stake: { amount: '10.00', currency: 'EUR' },
    openStake: { amount: '0.00' },
    payout: { amount: '15.00' },
    cashedOut: { amount: '6.00' },
    cashedOutStake: { amount: '5.00' },
    debt: { amount: '0.00' },
    legs: [{ odds: '3.00' }],
    decisions: [
      { sequence: 1, call: 'cash-out', payout: { amount: '6.00' }, openStake: { amount: '5.00' }, isApplied: true },
      { sequence: 2, call: 'settle', payout: { amount: '15.00' }, openStake: { amount: '0.00' }, isApplied: true },
    ],
    differsSince: null,
  })
  const kinds = body.movements.map(({ kind }: { kind: string }) => kind)
  expect(new Set(kinds)).toEqual(new Set(['sports-bet', 'sports-cashed-out', 'sports-settled']))
  const { rows } = (await manager.call({ url: `/api/players/${player.id}/timeline?kind=money` })).body
  expect(rows.filter((row: { path: string }) => row.path === found.path)).toHaveLength(2)
})

test('an unknown bet is refused, and so is what is no id', async () => {
  expect((await manager.call({ url: `/api/bets/${randomUUID()}` })).body.error.name).toBe('betNotFound')
  expect((await manager.call({ url: '/api/bets/none' })).status).toBe(422)
})
