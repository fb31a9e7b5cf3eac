import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import * as kinds from './kinds.ts'

let app: Cashier
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())

const factsOf = async (player: TestPlayer, kind?: string): Promise<Loose[]> =>
  (
    await app.asOwner(
      'SELECT kind, subject, data FROM facts.facts WHERE player_id = $1 AND ($2::text IS NULL OR kind = $2) ORDER BY id',
      [player.id, kind ?? null],
    )
  ).rows
const ask = (player: TestPlayer, currency: string, amount: number, wish: object = {}) =>
  player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency,
    amount,
    accountId: player.accounts[currency],
    fields: {},
    ...wish,
  })
const pay = (invoiceId: string) => app.sandbox.payments.decide(app.sandbox.payments.byReference(invoiceId)!.id, 'pay')

test('every kind has a unique name and a verb that records it', () => {
  const declared = Object.entries(kinds)
  expect(new Set(declared.map(([, { kind }]) => kind)).size).toBe(declared.length)
  const server = join(import.meta.dirname, '../..')
  const source = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(server, file), 'utf8'))
    .join('\n')
  const unrecorded = declared.filter(
    ([name, { kind }]) => name !== kind || !new RegExp(`record\\(tx, ${name},`).test(source),
  )
  expect(unrecorded.map(([name]) => name)).toEqual([])
})

test("a deposit with a bonus and the bonus's end are recorded as facts with the declared data", async () => {
  const player = await app.player()
  const { body } = await ask(player, 'EUR', 5000, { bonusId: 'welcome-100' })
  expect(await factsOf(player, 'depositSettled')).toEqual([])
  pay(body.invoiceId)
  await app.settle()
  expect(await factsOf(player)).toMatchObject([
    { kind: 'bonusGranted', data: { bonusId: 'welcome-100', currency: 'EUR', amount: '5000' } },
    {
      kind: 'depositSettled',
      subject: body.invoiceId,
      data: { currency: 'EUR', amount: '5000', method: 'sandbox.card', isFirst: true },
    },
  ])
  const [bonus] = (await player.call('GET', '/api/game/player-bonuses')).body
  expect((await player.call('PUT', `/api/game/player-bonuses/${bonus.id}/cancel`)).status).toBeLessThan(300)
  expect(await factsOf(player, 'bonusFinished')).toMatchObject([{ subject: bonus.id, data: { result: 3 } }])
  const again = await ask(player, 'EUR', 3000)
  pay(again.body.invoiceId)
  await app.settle()
  expect((await factsOf(player, 'depositSettled')).at(-1)).toMatchObject({ data: { isFirst: false } })
})

test('the bet that uses the last free spin records the end of the free spins as a fact', async () => {
  const player = await app.player()
  const { body } = await ask(player, 'EUR', 5000, { bonusId: 'welcome-spins' })
  pay(body.invoiceId)
  await app.settle()
  const [spins] = (await app.asOwner('SELECT * FROM bonuses.player_freespins WHERE player_id = $1', [player.id])).rows
  expect(await factsOf(player, 'freespinsGranted')).toMatchObject([
    { subject: spins.id, data: { bonusId: 'welcome-spins', gameId: spins.game_id, count: spins.count } },
  ])
  await app.asOwner('UPDATE bonuses.player_freespins SET status = 2 WHERE id = $1', [spins.id])
  for (let spin = 0; spin < spins.count; spin++) {
    expect(await factsOf(player, 'freespinsFinished')).toEqual([])
    await app.asOwner("SELECT ledger.take_free_spin($1, 'studio:house', $2, $3)", [
      spins.id,
      `${spins.id} ${spin}`,
      app.clock.now(),
    ])
  }
  const [finished, ...more] = await factsOf(player, 'freespinsFinished')
  expect(more).toEqual([])
  expect(finished).toMatchObject({ subject: spins.id })
  expect(kinds.freespinsFinished.data.parse(finished.data)).toEqual({
    bonusId: 'welcome-spins',
    used: spins.count,
    result: 2,
  })
})

test('of two concurrent first deposits in two currencies exactly one is recorded as the first', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const player = await app.player({ currencies: ['EUR', 'USD'] })
    const opened = await Promise.all([ask(player, 'EUR', 5000), ask(player, 'USD', 5000)])
    for (const { body } of opened) pay(body.invoiceId)
    await app.settle()
    const settled = await factsOf(player, 'depositSettled')
    expect(settled.map(({ data }) => data.isFirst).toSorted()).toEqual([false, true])
  }
})

test('a deposit refused by a limit records that fact and nothing else', async () => {
  const player = await app.player()
  const limit = { definition: 3, period: 'daily', amount: 10_000, currency: 'EUR' }
  expect((await player.call('POST', '/api/player/limits', limit)).status).toBe(200)
  expect((await ask(player, 'EUR', 20_000)).status).toBe(422)
  expect(await factsOf(player)).toMatchObject([
    { kind: 'limitSet', data: { definition: 3, period: 'daily', amount: '10000', currency: 'EUR' } },
    { kind: 'limitReached', data: { currency: 'EUR' } },
  ])
})

test('a cooling-off period is recorded as a fact', async () => {
  const player = await app.player()
  expect((await player.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })).status).toBe(200)
  expect(await factsOf(player)).toMatchObject([{ kind: 'exclusionStarted', data: { definition: 5, period: '1-day' } }])
})
