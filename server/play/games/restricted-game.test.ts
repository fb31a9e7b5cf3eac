import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { warningsOf } from '#server/warnings.ts'
import { casino, type Casino } from '#tests/setup/casino.ts'
import { unknownRestrictions } from './unknown-restrictions.ts'

let fixture: Casino
beforeAll(async () => {
  fixture = await casino({ env: { TRUST_PROXY: '1', RESTRICTED_GAMES: 'dice:AT+CH' } })
})
afterAll(() => fixture.close())

const play = (game: string, country: string, mode: 'real' | 'demo', token?: string) =>
  fixture.app.send({
    method: 'POST',
    url: `/api/game/games/${game}/play`,
    token,
    headers: { 'cf-ipcountry': country },
    payload: { mode },
  })

test('a restricted game opens in its countries neither for real money nor as a demo, and opens everywhere else', async () => {
  const { token } = await fixture.player()
  for (const [mode, bearer] of [
    ['demo', undefined],
    ['demo', token],
    ['real', token],
  ] as const) {
    for (const country of ['AT', 'CH'])
      expect(await play('dice', country, mode, bearer)).toMatchObject({
        status: 422,
        body: { error: { name: 'gameRestricted' } },
      })
    expect((await play('dice', 'DE', mode, bearer)).status).toBe(200)
    expect((await play('ember-forge', 'AT', mode, bearer)).status).toBe(200)
  }
})

// Shows: change 11
test('an id that no game has restricts nothing and is named in a warning; games, the sportsbook and tournaments are known', () => {
  const warned = (games: string) => {
    const settings = readSettings({ NODE_ENV: 'test', TRUST_PROXY: '1', RESTRICTED_GAMES: games })
    return warningsOf(settings, unknownRestrictions({ ...fixture.deps, settings }))
  }
  expect(warned('dice:AT,ember-forge:CH+DE,sportsbook:AT,tournaments:AT')).toEqual([])
  expect(warned('dice:AT,dicee:AT,ember_forge:CH')).toEqual([
    { setting: 'RESTRICTED_GAMES', message: expect.stringContaining('nothing for dicee, ember_forge:') },
  ])
})
