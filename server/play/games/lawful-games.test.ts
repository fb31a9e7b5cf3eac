import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { initPlayer } from '#server/profile/init-player.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { classicOf, featuresOf } from '#server/partners/game-studio/catalogue.ts'

let german: Casino
let british: Casino
beforeAll(async () => {
  german = await casino({ env: { TRUST_PROXY: '1', LICENCES: 'DE' } })
  british = await casino({ env: { LICENCES: 'GB' } })
})
afterAll(async () => {
  await german.close()
  await british.close()
})

const excluded = ['roulette', 'french-roulette', 'blackjack', 'blackjack-surrender', 'baccarat']
const ask = async (url: string, country: string, token?: string) =>
  (await german.app.send({ method: 'GET', url: `/api/game/${url}`, token, headers: { 'cf-ipcountry': country } })).body
const play = (game: string, country: string, mode: 'real' | 'demo', token?: string) =>
  german.app.send({
    method: 'POST',
    url: `/api/game/games/${game}/play`,
    token,
    headers: { 'cf-ipcountry': country },
    payload: { mode },
  })
const liveIn = (player: CasinoPlayer, country: string) =>
  german.app.db.asOwner('UPDATE identity.players SET country = $2 WHERE id = $1', [player.id, country])
const idsOf = ({ data }: { data: Array<{ id: string }> }) => data.map(({ id }) => id)

test('games that the law of the account’s country excludes are in no list and open in no mode, wherever the player is', async () => {
  const { token } = await german.player()
  for (const [country, bearer] of [
    ['DE', undefined],
    ['AT', token],
  ] as const) {
    const lobby = await ask('lobby', country, bearer)
    const listed = idsOf({ data: lobby.games })
    expect(listed).toContain('dice')
    expect(listed.filter((id) => excluded.includes(id))).toEqual([])
    expect(idsOf(await ask('games?search=roulette', country, bearer))).toEqual([])
    expect(idsOf(await ask('games?kinds[]=table&perPage=100', country, bearer))).not.toContain('blackjack')
    expect(idsOf(await ask('games/diamonds/similar', country, bearer)).filter((id) => excluded.includes(id))).toEqual(
      [],
    )
    for (const { identity } of await ask('collections', country, bearer))
      expect(
        idsOf(await ask(`games?collection=${identity}&perPage=100`, country, bearer)).filter((id) =>
          excluded.includes(id),
        ),
      ).toEqual([])
    const [provider] = await ask('providers', country, bearer)
    expect(provider.gamesCount).toBe(lobby.total)
    expect((await ask(`providers/${provider.id}`, country, bearer)).gamesCount).toBe(lobby.total)
    for (const game of excluded)
      for (const mode of bearer ? (['demo', 'real'] as const) : (['demo'] as const))
        expect(await play(game, country, mode, bearer)).toMatchObject({
          status: 422,
          body: { error: { name: 'gameRestricted' } },
        })
    expect((await play('dice', country, 'demo', bearer)).status).toBe(200)
  }
})

test('elsewhere the same games are offered, also to an account of another country that is visiting', async () => {
  const player = await german.player()
  await liveIn(player, 'AT')
  for (const [country, bearer] of [
    ['AT', undefined],
    ['DE', player.token],
  ] as const) {
    expect(idsOf(await ask('games?search=roulette', country, bearer))).toContain('roulette')
    expect((await play('blackjack', country, 'demo', bearer)).status).toBe(200)
  }
  expect((await play('baccarat', 'DE', 'real', player.token)).status).toBe(200)
})

test('a launch from before does not let a bet pass the law of the account’s country', async () => {
  const player = await german.player()
  await liveIn(player, 'AT')
  const [roulette, dice] = [await german.launch('roulette', { player }), await german.launch('dice', { player })]
  const bet = async (gameId: string, token: string) =>
    (
      await german.walletCall('bet', {
        token,
        currency: 'EUR',
        gameId,
        roundId: randomUUID(),
        transactionId: randomUUID(),
        amount: 50,
      })
    ).body
  expect(await bet('roulette', roulette)).toMatchObject({ isReplay: false })
  await liveIn(player, 'DE')
  expect(await bet('roulette', roulette)).toMatchObject({ error: { name: 'countryRestricted' } })
  expect(await bet('dice', dice)).toMatchObject({ isReplay: false })
})

test('the age of the page is that of the account’s country, and of the visitor’s without an account', async () => {
  const { id, sessionId } = await german.player()
  const ageOf = async (country: string, player: { id: string; sessionId: string } | null) =>
    (await initPlayer({ ...german.deps, caller: { country, locale: 'en', player } } as never, {})).value.config
      .minimumAge
  expect(await ageOf('IE', null)).toBe(21)
  expect(await ageOf('DE', null)).toBe(18)
  expect(await ageOf('IE', { id, sessionId })).toBe(18)
})

test.for([
  ['Roulette', 'Lightning', 'roulette'],
  ['Live Casino', 'Speed Black-Jack', 'blackjack'],
  ['Table Games', 'Punto Banco', 'baccarat'],
  ['Slots', 'Book of Owls', undefined],
])('a supplier’s game of the category %s named %s is recognised', ([category, name, classic]) => {
  expect(classicOf(category!, name!).classic).toBe(classic)
})

test('a supplier’s jackpots and live tables have those features', () => {
  expect(featuresOf('Jackpot Slots', 'Owls')).toEqual(['jackpot'])
  expect(featuresOf('Live Casino', 'Owls')).toEqual(['live'])
  expect(featuresOf('Slots', 'Olive Grove')).toEqual([])
})

test('under a British licence a game that is no slot waits 5 s between rounds, and a slot 2.5 s', async () => {
  const player = await british.player({ EUR: 100_00n })
  const rounds = {
    dice: { stake: 100, choice: { target: 4_950, direction: 'under' } },
    tidepool: { stake: 50, choice: null },
  }
  for (const [game, cycle] of [
    ['dice', 5_000],
    ['tidepool', 2_500],
  ] as const) {
    const token = await british.launch(game, { player })
    expect((await british.studioApi('GET', 'session', token)).body.game.cycleMs).toBe(cycle)
    const spin = () => british.studioApi('POST', 'play', token, { playId: randomUUID(), ...rounds[game] })
    expect((await spin()).status).toBe(200)
    british.app.moveClock(cycle - 1)
    expect(await spin()).toMatchObject({ status: 429, body: { error: { name: 'tooFast' } } })
    british.app.moveClock(1)
    expect((await spin()).status).toBe(200)
  }
})
