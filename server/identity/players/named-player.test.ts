/** Names under which operators find a player. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { findPlayersNamed } from './named-player.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a player is named by id, short id, e-mail address or phone number; a short id can name several', async () => {
  const ann = '11223344-0000-4000-8000-000000000001'
  const twins = ['aabbccdd-0000-4000-8000-000000000002', 'aabbccdd-0000-4000-8000-000000000003']
  for (const [id, email, phone] of [
    [ann, 'ann@example.test', '491711234567'],
    [twins[0], 'bea@example.test', null],
    [twins[1], 'cat@example.test', null],
  ])
    await app.db.asOwner(
      `INSERT INTO identity.players (id, email, phone, country, currency, created_at, updated_at) VALUES ($1, $2, $3, 'DE', 'EUR', $4, $4)`,
      [id, email, phone, app.deps.clock.now()],
    )
  const idsOf = async (name: string) =>
    (await findPlayersNamed(app.deps.db.kysely, name)).map(({ id }) => id).toSorted()
  for (const name of [ann, '11223344', 'Ann@example.test', '+49 171 123-4567', '0049 1711234567'])
    expect([name, await idsOf(name)]).toEqual([name, [ann]])
  expect(await idsOf('aabbccdd')).toEqual(twins)
  expect(await idsOf('99999999')).toEqual([])
})
