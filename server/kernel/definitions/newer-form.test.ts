/** Active definitions of a newer build, in a format that this build cannot read. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listConsumers } from '#server/kernel/facts/administer.ts'
import { definitionKinds } from '#server/modules.ts'
import { play } from '#tests/money/wallets.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { routes as questRoutes } from '../../rewards/quests/module.ts'
import { moveRuns } from '../../rewards/tournaments/move-runs.ts'
import { publishRuns } from '../../rewards/tournaments/publish-runs.ts'
import { seedDefinitions } from './seed.ts'
import { warnOfUnreadable } from './warn-of-unreadable.ts'

let app: Cashier
let player: TestPlayer
const newerForm = (kind: string, identity: string) =>
  app.asOwner(
    `UPDATE rewards.definitions SET data = data || '{"ofANewerBuild": true}' WHERE kind = $1 AND identity = $2`,
    [kind, identity],
  )
const identities = async (kind: string): Promise<string[]> =>
  (
    await app.asOwner(
      `SELECT identity FROM rewards.definitions WHERE kind = $1 AND state = 'active' ORDER BY identity`,
      [kind],
    )
  ).rows.map(({ identity }) => identity)
beforeAll(async () => {
  app = await cashier({ alsoRoutes: questRoutes })
  await seedDefinitions(app.deps, definitionKinds)
  // The triggers that protect versions are disabled, because another build is simulated.
  await app.asOwner('ALTER TABLE rewards.definitions DISABLE TRIGGER ALL')
  player = await app.player()
  await player.fund('EUR', 100_000n)
})
afterAll(() => app.close())

// Shows: change 31
test.each([
  ['quests', 'quest', '/api/retention/quests'],
  ['offers', 'offers', '/api/game/bonuses?currency=EUR'],
])('of %s, players are offered the others, and an operator is warned', async (_name, kind, path) => {
  const before: Array<{ id: string }> = (await player.call('GET', path)).body
  const all = await identities(kind)
  const newer = all.find((identity) => before.some((each) => JSON.stringify(each).includes(`"${identity}"`)))!
  await newerForm(kind, newer)
  const after = await player.call('GET', path)
  expect(after.status).toBe(200)
  expect(after.body).toHaveLength(before.length - 1)
  const warned: object[] = []
  await warnOfUnreadable({ ...app.deps, log: { warn: (each: object) => warned.push(each) } as never }, definitionKinds)
  expect(warned).toContainEqual({ kind, identity: newer })
})

// Shows: change 31
test('of a tournament: its published run is started, not cancelled', async () => {
  await publishRuns(app.deps)
  const runs = async () =>
    (await app.asOwner('SELECT identity, definition, state FROM rewards.tournament_runs ORDER BY id')).rows
  const [first] = (await runs()).filter(({ state }) => state === 'published')
  await newerForm('tournament', first.definition)
  const { rows } = await app.asOwner('SELECT starts_at AS at FROM rewards.tournament_runs WHERE identity = $1', [
    first.identity,
  ])
  app.clock.forward(rows[0].at.getTime() - app.clock.now().getTime() + 1000)
  await moveRuns(app.deps, { kind: 'system', job: 'tournaments' })
  expect(await runs()).toContainEqual(expect.objectContaining({ identity: first.identity, state: 'running' }))
})

// Shows: change 31
test('of the ladder: the consumer waits instead of counting stakes as worthless, and is not stopped', async () => {
  await catchUp(app.deps)
  await newerForm('levels', 'ladder')
  const roundId = randomUUID()
  await app.deps.ledger.post(play({ player: player.id, roundId, kind: 'bet', amount: 1_000 }))
  await app.deps.ledger.post(play({ player: player.id, roundId, kind: 'win', amount: 0, isFinished: true }))
  await catchUp(app.deps)
  const states = await listConsumers(app.deps.db)
  const lagging = states.filter(({ sources }) => sources.some(({ source, lag }) => source === 'movements' && lag > 0n))
  expect(lagging).toMatchObject([{ name: 'loyalty', stopped: null }])
})
