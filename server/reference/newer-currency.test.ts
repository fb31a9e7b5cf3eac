/** A process of an older build with a currency that a newer build has added to the database. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listConsumers } from '#server/kernel/facts/administer.ts'
import { definitionKinds, routes } from '#server/modules.ts'
import { movement, play, transfer } from '#tests/money/wallets.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { routes as bonusRoutes } from '../bonuses/module.ts'
import { seedDefinitions } from '../kernel/definitions/seed.ts'
import { routes as limitRoutes } from '../protection/module.ts'
import { routes as paymentRoutes } from '../cashier/module.ts'
import { routes as swapRoutes } from '../transfers/swaps/module.ts'
import { routes as vaultRoutes } from '../transfers/vault/module.ts'
import { routes as walletRoutes } from '../wallet/module.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  const own = new Set([
    ...walletRoutes,
    ...limitRoutes,
    ...bonusRoutes,
    ...paymentRoutes,
    ...swapRoutes,
    ...vaultRoutes,
  ])
  app = await cashier({ alsoRoutes: routes.filter((route) => !own.has(route)) })
  await seedDefinitions(app.deps, definitionKinds)
  await app.asOwner(
    `INSERT INTO reference.versions (subject, version, data, at, actor, comment)
     SELECT subject, version + 1, data || '{"CHF": 0.93}', at, actor, 'new' FROM reference.versions WHERE subject = 'rates'
     UNION ALL SELECT subject, version + 1, jsonb_set(data, '{enabled}', data -> 'enabled' || '["CHF"]'), at, actor, 'new'
     FROM reference.versions WHERE subject = 'currencies'`,
  )
  await app.asOwner(`INSERT INTO reference.currencies (code, is_enabled) VALUES ('CHF', true)`)
  await app.deps.reference.reload()
  player = await app.player({ currencies: ['EUR', 'CHF'] })
  await player.fund('EUR', 100_000n)
})
afterAll(() => app.close())

// Shows: change 32
test('no page of a player who has an account in it fails', async () => {
  const paths = routes
    .filter(({ endpoint: { method, path } }) => method === 'GET' && !path.includes('{'))
    .map(({ endpoint }) => endpoint.path)
  expect(paths.length).toBeGreaterThan(50)
  const failed: string[] = []
  for (const path of paths)
    for (const query of ['', '?currency=CHF'])
      if ((await player.call('GET', path + query)).status >= 500) failed.push(path + query)
  expect(failed).toEqual([])
})

// Shows: change 32
test('consumers that convert money wait before movements in it; the others continue, and none is stopped', async () => {
  const roundId = randomUUID()
  const staked = { player: player.id, roundId, gameId: 'dice' }
  await app.deps.ledger.post(play({ ...staked, kind: 'bet', amount: 50_000 }))
  await app.deps.ledger.post(play({ ...staked, kind: 'win', amount: 0, isFinished: true }))
  await catchUp(app.deps)
  const before = await app.deps.db.kysely
    .selectFrom('ledger.movements')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  await app.deps.ledger.post(
    movement({ kind: 'fee', transfers: [transfer('house:bank:CHF', `player:${player.id}:cash:CHF`, 500)] }),
  )
  await app.deps.ledger.post(play({ ...staked, roundId: randomUUID(), kind: 'bet', amount: 100 }))
  await catchUp(app.deps)
  const states = (await listConsumers(app.deps.db)).map(({ name, sources, stopped }) => ({
    name,
    stopped,
    isLeft: sources.some(({ source, passed, lag }) => source === 'movements' && passed === before.id && lag > 0n),
  }))
  expect(states.filter(({ isLeft }) => isLeft).map(({ name }) => name)).toEqual([
    'loyalty',
    'quests',
    'tournament-scores',
  ])
  expect(states.filter(({ stopped }) => stopped)).toEqual([])
})
