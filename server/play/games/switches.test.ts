/** What an operator switches off at run time: nothing new starts, what is open ends, and a race has one order. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { test } from '#tests/setup/length.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { lockWallets } from '#server/ledger/lock-wallets.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { operator } from '#tests/setup/operator.ts'
import { isSwitchedOffIn, switchOff, switchOn } from '../../reference/switches.ts'

let fixture: Casino
beforeAll(async () => {
  fixture = await casino({ env: { TRUST_PROXY: '1', ROUND_MIN_MS: '0' } })
})
afterAll(async () => {
  expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
  await fixture.close()
})
const off = (name: string, countries: string[] = [], reason = 'a fault') =>
  switchOff({ ...fixture.deps, actor: operator }, { name, countries, reason })
const on = (name: string) => switchOn({ ...fixture.deps, actor: operator }, { name, countries: [], reason: 'repaired' })
const reload = () => fixture.deps.reference.reload()
afterEach(async () => {
  for (const name of ['game:dice', 'game:blackjack', 'studio:fairhouse-studio']) await on(name)
  await reload()
})

const play = (game: string, country: string, player?: CasinoPlayer) =>
  fixture.app.send({
    method: 'POST',
    url: `/api/game/games/${game}/play`,
    token: player?.token,
    headers: { 'cf-ipcountry': country },
    payload: { mode: player ? 'real' : 'demo' },
  })
const listed = async (country: string, player?: CasinoPlayer): Promise<string[]> => {
  const answer = await fixture.app.send({
    method: 'GET',
    url: '/api/game/lobby',
    token: player?.token,
    headers: { 'cf-ipcountry': country },
  })
  return answer.body.games.map(({ id }: { id: string }) => id)
}
const betOf = (token: string, roundId = randomUUID(), gameId = 'dice') => ({
  token,
  currency: 'EUR',
  gameId,
  roundId,
  transactionId: randomUUID(),
  amount: 100,
})
const refused = (name: string) => ({ status: 422, body: { error: { name } } })

test('a game that is switched off leaves the lobby, does not open and takes no bet, until it is switched on again', async () => {
  const player = await fixture.player()
  const token = await fixture.launch('dice', { player })
  const { token: session } = player
  const mark = { method: 'POST', url: '/api/game/games/dice/favorite', token: session } as const
  expect((await fixture.app.send(mark)).status).toBe(200)
  expect((await off('game:dice')).ok).toBe(true)
  await reload()
  const favorites = async () =>
    (await fixture.app.send({ method: 'GET', url: '/api/game/games/favorites', token: session })).body.data.length
  expect(await favorites()).toBe(0)
  expect(await off('game:dice', [], 'another fault')).toMatchObject({ ok: false, refusal: 'noChange' })
  // Sent again because its answer was lost.
  expect(await off('game:dice')).toMatchObject({ ok: true, value: { countries: [] } })
  expect(await listed('AT')).not.toContain('dice')
  expect(await play('dice', 'AT')).toMatchObject(refused('gameUnavailable'))
  expect(await play('dice', 'AT', player)).toMatchObject(refused('gameUnavailable'))
  expect((await play('limbo', 'AT', player)).status).toBe(200)
  expect(await fixture.walletCall('bet', betOf(token))).toMatchObject(refused('gameUnavailable'))
  expect(
    await fixture.studioApi('POST', 'play', token, {
      playId: randomUUID(),
      stake: 100,
      choice: { target: 4_950, direction: 'under' },
    }),
  ).toMatchObject(refused('gameUnavailable'))
  expect((await on('game:dice')).ok).toBe(true)
  await reload()
  expect(await listed('AT')).toContain('dice')
  expect(await favorites()).toBe(1)
  expect((await fixture.walletCall('bet', betOf(token))).status).toBe(200)
  const { rows } = await fixture.app.db.asOwner(
    `SELECT action, actor, detail FROM identity.audit WHERE action LIKE 'switched-%' AND detail ->> 'name' = 'game:dice' ORDER BY id`,
  )
  expect(rows.slice(0, 2)).toMatchObject([
    { action: 'switched-off', actor: 'operator:olga', detail: { countries: [''], reason: 'a fault' } },
    { action: 'switched-on', detail: { reason: 'repaired' } },
  ])
})

test('in a country it is off for who is there and for whose account is there, and for nobody else', async () => {
  const player = await fixture.player() // of Germany
  const other = await fixture.player()
  await fixture.app.db.asOwner(`UPDATE identity.players SET country = 'SE' WHERE id = $1`, [other.id])
  const token = await fixture.launch('dice', { player })
  const otherToken = await fixture.launch('dice', { player: other })
  await off('game:dice', ['DE'])
  await reload()
  expect([await listed('AT', player), await listed('DE')].some((ids) => ids.includes('dice'))).toBe(false)
  expect(await listed('AT', other)).toContain('dice')
  expect(await play('dice', 'AT', player)).toMatchObject(refused('gameUnavailable'))
  expect(await play('dice', 'DE', other)).toMatchObject(refused('gameUnavailable'))
  expect((await play('dice', 'AT', other)).status).toBe(200)
  expect(await fixture.walletCall('bet', betOf(token))).toMatchObject(refused('gameUnavailable'))
  expect((await fixture.walletCall('bet', betOf(otherToken))).status).toBe(200)
  expect(await fixture.walletCall('bet', { ...betOf(otherToken), country: 'DE' })).toMatchObject(
    refused('gameUnavailable'),
  )
})

test('open rounds of a studio that is switched off are paid and rolled back, and can be opened to be finished', async () => {
  const player = await fixture.player()
  const token = await fixture.launch('dice', { player })
  const [won, undone] = [betOf(token), betOf(token)]
  for (const bet of [won, undone]) expect((await fixture.walletCall('bet', bet)).status).toBe(200)
  await off('studio:fairhouse-studio')
  await reload()
  expect(await listed('AT')).toEqual([])
  expect(await fixture.walletCall('bet', betOf(token))).toMatchObject(refused('gameUnavailable'))
  // A double in the open round.
  const more = { ...won, transactionId: randomUUID(), amount: 30 }
  expect((await fixture.walletCall('bet', more)).status).toBe(200)
  // A repeated call gets its first answer.
  expect((await fixture.walletCall('bet', won)).body).toMatchObject({ isReplay: true })
  expect((await play('dice', 'AT', player)).status).toBe(200)
  const { amount: _, ...call } = won
  expect((await fixture.walletCall('win', { ...call, transactionId: randomUUID(), amount: 250 })).status).toBe(200)
  const { amount: __, ...rest } = undone
  expect(
    (
      await fixture.walletCall('rollback', {
        ...rest,
        transactionId: randomUUID(),
        betTransactionId: undone.transactionId,
      })
    ).status,
  ).toBe(200)
  expect(await fixture.balance(player)).toBe(100_00n + 120n)
})

test('a bet that waits for the wallet while the switch commits comes after it', async () => {
  const player = await fixture.player()
  const token = await fixture.launch('dice', { player })
  let release = () => {}
  const held = Promise.withResolvers<void>()
  const holding = fixture.deps.db.transaction(async (tx) => {
    await lockWallets(tx, player.id)
    held.resolve()
    await new Promise<void>((resolve) => (release = resolve))
  })
  await held.promise
  const bet = fixture.walletCall('bet', betOf(token))
  const switching = off('game:dice')
  await expect
    .poll(() => fixture.deps.db.transaction((tx) => isSwitchedOffIn(tx, ['game:dice'], [])), { timeout: 5_000 })
    .toBe(true)
  release()
  await holding
  expect(await bet).toMatchObject(refused('gameUnavailable'))
  expect(await switching).toMatchObject({ ok: true, value: { isSettled: true } })
  expect(await fixture.balance(player)).toBe(100_00n)
})

test('bets at once with the switch are taken or refused, and none is taken after the command has returned', async () => {
  const players = await Promise.all(Array.from({ length: 8 }, () => fixture.player()))
  const tokens = await Promise.all(players.map((player) => fixture.launch('dice', { player })))
  let isOver = false
  let [taken, refusals, late] = [0, 0, 0]
  const betting = tokens.map(async (token) => {
    while (true) {
      const isLate = isOver
      const { status } = await fixture.walletCall('bet', { ...betOf(token), amount: 1 })
      if (status === 200) taken++
      else refusals++
      if (isLate && status === 200) late++
      if (isLate) return
    }
  })
  await expect.poll(() => taken, { timeout: 5_000 }).toBeGreaterThan(10)
  expect(await off('game:dice')).toMatchObject({ value: { isSettled: true } })
  const spent = async () => Promise.all(players.map((player) => fixture.balance(player)))
  const before = await spent()
  isOver = true
  await Promise.all(betting)
  expect(late).toBe(0)
  expect(refusals).toBeGreaterThanOrEqual(players.length)
  expect(await spent()).toEqual(before)
})

test('the command returns after a bet that began before it has ended', async () => {
  const player = await fixture.player()
  let end = () => {}
  const begun = Promise.withResolvers<void>()
  const older = fixture.deps.db.transaction(async (tx) => {
    await lockWallets(tx, player.id)
    begun.resolve()
    await new Promise<void>((resolve) => (end = resolve))
  })
  await begun.promise
  let hasReturned = false
  const switching = off('game:blackjack').then((answer) => {
    hasReturned = true
    return answer
  })
  await expect
    .poll(() => fixture.deps.db.transaction((tx) => isSwitchedOffIn(tx, ['game:blackjack'], [])), { timeout: 5_000 })
    .toBe(true)
  expect(hasReturned).toBe(false)
  end()
  await older
  expect(await switching).toMatchObject({ ok: true, value: { isSettled: true } })
})
