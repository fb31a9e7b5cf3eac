/**
 * The lobby's calls: every game in the catalogue can be played, found, marked as favourite and listed as recently
 * played.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFigures } from '#games/figures.ts'
import { games, mathsOf } from '#games/games.ts'
import { isShared } from '#games/shared.ts'
import { firstChoice } from '#tests/setup/first-choice.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { casino, type Casino } from '#tests/setup/casino.ts'
import { locales } from '#contract/locales.ts'
import { maskName } from '../../identity/players/mask-name.ts'
import { synonyms } from './internal/synonyms.ts'

let fixture: Casino
beforeAll(async () => {
  fixture = await casino()
})
afterAll(() => fixture.close())

const get = (url: string, token?: string, locale?: string) =>
  fixture.app.send({
    method: 'GET',
    url: `/api/game/${url}`,
    token,
    ...(locale ? { headers: { 'x-locale': locale } } : {}),
  })
const slugs = (answer: { body: { data: Array<{ id: string }> } }) => answer.body.data.map((game) => game.id)

test('the catalogue contains every game of the studio, and each can be played', async () => {
  const { body } = await get('games')
  expect(body.meta).toEqual({ total: games.length, page: 1, perPage: 48 })
  for (const game of body.data) {
    const token = await fixture.launch(game.id, {})
    const session = await fixture.studioApi('GET', 'session', token)
    expect(session.status).toBe(200)
    const { default: stake } = session.body.stakes
    const choice = firstChoice(mathsOf(game.id)!, stake)
    const play = await fixture.studioApi('POST', 'play', token, {
      playId: randomUUID(),
      stake,
      choice,
    })
    // A round that all players share is not open here; server/play/shared-rounds plays it.
    expect([game.id, play.status]).toEqual([game.id, isShared(mathsOf(game.id)!) ? 409 : 200])
    expect(game.rtp).toBe(session.body.game.rtp)
    const [{ kind, volatility }, { rtp, maxWinMultiplier }] = [mathsOf(game.id)!, readFigures(game.id)]
    expect(game).toMatchObject({ kind, volatility, rtp, maxWinMultiplier })
  }
})

test('named games are found wherever they are in the catalogue; unknown ones are left out', async () => {
  const last = games.at(-1)!.slug
  expect(slugs(await get(`games?ids[]=${last}&ids[]=dice&ids[]=no-such-game`)).toSorted()).toEqual(
    [last, 'dice'].toSorted(),
  )
  expect(slugs(await get(`games?ids[]=${last}&providers[]=nobody`))).toEqual([])
})

test("collections have games, in order, named in the caller's language", async () => {
  const { body } = await get('collections')
  expect(body.map((each: { identity: string }) => each.identity)).toEqual([
    'popular',
    'new',
    'slots',
    'low-volatility',
    'high-volatility',
    'instant',
    'tables',
  ])
  for (const { identity, gamesCount } of body)
    expect(slugs(await get(`games?collection=${identity}`))).toHaveLength(gamesCount)
  expect((await get('collections', undefined, 'de')).body[0].name).toBe('Beliebt')
  expect(slugs(await get('games?collection=nothing-like-it'))).toEqual([])
})

test("a search finds games by name, studio, theme and unaccented words, in the caller's language", async () => {
  expect(slugs(await get('games?search=ember'))).toEqual(['ember-forge'])
  expect(slugs(await get('games?search=desert'))).toEqual(['saffron-caravan'])
  expect(slugs(await get('games?search=fairhouse'))).toHaveLength(games.length)
  expect(slugs(await get('games?search=MACA', undefined, 'pt-BR'))).toEqual(['clockwork-orchard'])
  expect(slugs(await get(`games?search=${encodeURIComponent('ثعلب')}`, undefined, 'ar'))).toEqual(['glacier-fox'])
  expect(slugs(await get('games?search=ember%20desert'))).toEqual([])
  expect(slugs(await get(`games?search=${encodeURIComponent("%' OR 1=1 --")}`))).toEqual([])
  const lastPage = Math.ceil(games.length / 3)
  expect(slugs(await get(`games?providers[]=fairhouse-studio&perPage=3&page=${lastPage}`))).toHaveLength(
    games.length - 3 * (lastPage - 1),
  )
  expect(slugs(await get('games?providers[]=nobody'))).toEqual([])
  for (const bad of ['page=0', 'perPage=101', 'page=x', `search=${'x'.repeat(101)}`, 'collection=..%2F'])
    expect((await get(`games?${bad}`)).status).toBe(422)
})

test.each([
  ['tidpool', 'en', 'tidepool'],
  ['TIDEPOLO', 'en', 'tidepool'],
  ['embr forg', 'en', 'ember-forge'],
  ['sefron', 'de', 'saffron-caravan'],
  ['lantrn', 'pt-BR', 'lantern-harbor'],
  ['الثعلب', 'ar', 'glacier-fox'],
  ['ثعلبب', 'ar', 'glacier-fox'],
])('one or two wrong letters are forgiven: %s in %s', async (text, locale, slug) => {
  expect(slugs(await get(`games?search=${encodeURIComponent(text)}`, undefined, locale))).toContain(slug)
})

test.each([
  ['blak', 'en', ['blackjack', 'blackjack-surrender']],
  ['black jack', 'en', ['blackjack', 'blackjack-surrender']],
  ['blackjak', 'en', ['blackjack', 'blackjack-surrender']],
  ['aviator', 'en', ['crash']],
  ['avaitor', 'fr-CA', ['crash']],
  ['aviãozinho', 'pt-BR', ['crash']],
  ['siebzehn und vier', 'de', ['blackjack', 'blackjack-surrender']],
  ['buscaminas', 'es', ['mines']],
  ['عجلة الحظ', 'ar', ['wheel']],
])('what players call a game finds it first: %s in %s', async (text, locale, expected) => {
  const found = slugs(await get(`games?search=${encodeURIComponent(text)}`, undefined, locale))
  expect(found.slice(0, expected.length)).toEqual(expected)
})

test('every locale has its words for slots, and a search by them finds all slots', async () => {
  const slots = games.filter(({ slug }) => mathsOf(slug)!.kind === 'slot').length
  for (const { code } of locales) {
    for (const words of Object.values(synonyms)) expect(words[code]).toMatch(/\S/)
    const [phrase] = synonyms.slot![code]!.split(',')
    const { body } = await get(`games?search=${encodeURIComponent(phrase!)}`, undefined, code)
    expect([phrase, body.meta.total]).toEqual([phrase, slots])
  }
})

test('a correctly spelled word finds nothing that is only similar', async () => {
  expect(slugs(await get('games?search=dice'))).toEqual(['dice'])
  expect(slugs(await get('games?search=xyz'))).toEqual([])
  expect(slugs(await get('games?search=zzzzzzzz'))).toEqual([])
})

// Shows: 3.25.1
test('a game includes its odds, rules, stakes and build; an unknown one is 404', async () => {
  const { body } = await get('games/midnight-botanica', undefined, 'de')
  expect(body).toMatchObject({
    identity: 'midnight-botanica',
    name: 'Mitternachtsbotanik',
    thumbnails: { portrait: expect.any(String), srcset: expect.any(String), dominantColor: expect.any(String) },
    rtp: 96.16,
    volatility: 'extreme',
    mathsVersion: '1.0.0',
    hasDemo: true,
    features: expect.arrayContaining(['free-spins', 'provably-fair']),
  })
  expect(body.mathsHash).toMatch(/^[0-9a-f]{64}$/)
  expect(body.stakes).toContainEqual({ currency: 'EUR', min: 25, max: 12_50 })
  expect(await get('games/nothing')).toMatchObject({ status: 404, body: { error: { name: 'gameNotFound' } } })
  expect((await get('providers')).body).toEqual([
    {
      id: 'fairhouse-studio',
      identity: 'fairhouse-studio',
      name: 'Fairhouse Studio',
      gamesCount: games.length,
      thumbnails: Array.from({ length: 4 }, () => ({
        portrait: expect.any(String),
        srcset: expect.stringMatching(/tile-216\.webp\?v=[0-9a-f]{6} 216w, .* 384w, .*tile\.svg 768w$/),
        dominantColor: expect.any(String),
      })),
    },
  ])
  expect((await get('providers/fairhouse-studio')).status).toBe(200)
  expect(await get('providers/nobody')).toMatchObject({ status: 404, body: { error: { name: 'providerNotFound' } } })
})

// Shows: 7.6.2
test('a real-money launch requires a session and an account in a currency of the game', async () => {
  const launch = (payload: object | null, token?: string) =>
    fixture.app.send({ method: 'POST', url: '/api/game/games/tidepool/play', token, ...(payload && { payload }) })
  expect(await launch({ mode: 'real' })).toMatchObject({ status: 401, body: { error: { name: 'sessionRequired' } } })
  const player = await fixture.player({ EUR: 5_00n })
  expect(await launch(null, player.token)).toMatchObject({ status: 200, body: { mode: 'real' } })
  expect((await launch({ mode: 'real' }, player.token)).body.url).toMatch(/^\/studio\/play\/tidepool\?token=[\w.-]+$/)
  expect(await launch({ mode: 'real', currency: 'BTC' }, player.token)).toMatchObject({
    status: 422,
    body: { error: { name: 'noActiveAccount' } },
  })
  expect(await launch({ mode: 'demo', currency: 'XYZ' })).toMatchObject({
    status: 422,
    body: { error: { name: 'currencyNotSupported' } },
  })
  expect((await launch({ mode: 'free' }, player.token)).status).toBe(422)
  expect(
    await fixture.app.send({ method: 'POST', url: '/api/game/games/none/play', payload: { mode: 'demo' } }),
  ).toMatchObject({ status: 404 })
})

test('a demo is in the currency that the player plays in, or that of a guest’s country', async () => {
  const balanceOf = async (token?: string) => {
    const url = '/api/game/games/tidepool/play'
    const { body } = await fixture.app.send({ method: 'POST', url, token, payload: { mode: 'demo' } })
    const launch = new URL(body.url, 'http://site.test').searchParams.get('token')!
    return (await fixture.studioApi('GET', 'session', launch)).body
  }
  const player = await fixture.player({ BRL: 0n, EUR: 5_00n })
  expect(await balanceOf(player.token)).toMatchObject({ mode: 'demo', currency: { code: 'BRL' } })
  expect(await balanceOf()).toMatchObject({ mode: 'demo', currency: { code: 'EUR' } })
})

// Shows: 1.2.6, 7.6.2
test('favourites belong to the player, and marking one twice has no further effect', async () => {
  const [one, other] = [await fixture.player(), await fixture.player()]
  const mark = (method: 'POST' | 'DELETE', id: string, token?: string) =>
    fixture.app.send({ method, url: `/api/game/games/${id}/favorite`, token })
  expect((await mark('POST', 'tidepool')).status).toBe(401)
  expect(await mark('POST', 'nothing', one.token)).toMatchObject({ status: 404 })
  for (const id of ['tidepool', 'tidepool', 'dice'])
    expect(await mark('POST', id, one.token)).toMatchObject({ status: 200, body: { isFavorite: true } })
  fixture.app.moveClock(1_000)
  await mark('POST', 'ember-forge', one.token)
  const [latest, ...earlier] = slugs(await get('games/favorites', one.token))
  expect([latest, earlier.sort()]).toEqual(['ember-forge', ['dice', 'tidepool']])
  expect(slugs(await get('games/favorites', other.token))).toEqual([])
  expect(await mark('DELETE', 'dice', one.token)).toMatchObject({ status: 200, body: { isFavorite: false } })
  expect(slugs(await get('games/favorites', one.token))).toEqual(['ember-forge', 'tidepool'])
})

// Shows: change 13
test('a favourite that has left the catalogue is not listed, and can be removed once', async () => {
  const player = await fixture.player()
  await fixture.app.db.asOwner(
    `INSERT INTO games.favorites (player_id, game_id, created_at) VALUES ($1, 'gone', now())`,
    [player.id],
  )
  expect(slugs(await get('games/favorites', player.token))).toEqual([])
  const call = (method: 'POST' | 'DELETE') =>
    fixture.app.send({ method, url: '/api/game/games/gone/favorite', token: player.token })
  expect(await call('DELETE')).toMatchObject({ status: 200, body: { isFavorite: false } })
  expect(await call('DELETE')).toMatchObject({ status: 404 })
  expect(await call('POST')).toMatchObject({ status: 404 })
})

// Shows: 7.6.3
test('games opened for real money are recently played, the latest first; demo games are not', async () => {
  const player = await fixture.player()
  for (const game of ['dice', 'ember-forge', 'dice', 'tidepool']) {
    fixture.app.moveClock(1_000)
    await fixture.launch(game, { player })
  }
  await fixture.launch('glacier-fox', {})
  expect(slugs(await get('games/played', player.token))).toEqual(['tidepool', 'dice', 'ember-forge'])
})

// Shows: 7.6.3
test("spins are the player's own rounds, paged, open ones included", async () => {
  const player = await fixture.player()
  const token = await fixture.launch('dice', { player })
  const bet = (roundId: string) => ({
    token,
    currency: 'EUR',
    gameId: 'dice',
    roundId,
    transactionId: `${roundId}-b`,
    amount: 100,
  })
  const rounds = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of rounds) await fixture.walletCall('bet', bet(id))
  await fixture.walletCall('win', { ...bet(rounds[0]!), transactionId: randomUUID(), amount: 0 })
  const spins = await get('spins?perPage=2', player.token)
  expect(spins.body.meta).toEqual({ total: 3, page: 1, perPage: 2 })
  expect(spins.body.data.map((spin: { roundId: string }) => spin.roundId)).toEqual([rounds[2], rounds[1]])
  const rest = await get('spins?perPage=2&page=2', player.token)
  expect(rest.body.data.map((spin: { roundId: string }) => spin.roundId)).toEqual([rounds[0]])
  expect((await get('spins', player.token)).body.data.at(-1)).toMatchObject({ status: 'settled', win: 0 })
  expect((await get('spins', (await fixture.player()).token)).body.data).toEqual([])
  for (const url of ['spins', 'games/favorites', 'games/played', 'open-rounds'])
    expect((await get(url)).status).toBe(401)
})

test('a game in which the player has an open round is listed once per currency, the latest first, until every round has ended', async () => {
  const player = await fixture.player({ EUR: 100_00n, USD: 100_00n })
  const open = async () => (await get('open-rounds', player.token)).body
  const inPlay = async () => {
    const answer = await fixture.app.send({ method: 'GET', url: '/api/wallet/in-play', token: player.token })
    return answer.body
  }
  expect(await open()).toEqual([])
  expect(await inPlay()).toEqual([])
  const bet = async (gameId: string, currency: string) => {
    const token = await fixture.launch(gameId, { player, currency })
    const call = { token, currency, gameId, roundId: randomUUID(), transactionId: randomUUID(), amount: 100 }
    expect((await fixture.walletCall('bet', call)).status).toBe(200)
    return call
  }
  const end = (call: object) => fixture.walletCall('win', { ...call, transactionId: randomUUID(), amount: 0 })
  const [first, dollars] = [await bet('tidepool', 'EUR'), await bet('tidepool', 'USD')]
  const [dice, again] = [await bet('dice', 'EUR'), await bet('tidepool', 'EUR')]
  expect(await open()).toEqual([
    { gameId: 'tidepool', currency: 'EUR' },
    { gameId: 'dice', currency: 'EUR' },
    { gameId: 'tidepool', currency: 'USD' },
  ])
  expect(await inPlay()).toEqual([
    { currency: 'EUR', rounds: 300, bets: 0 },
    { currency: 'USD', rounds: 100, bets: 0 },
  ])
  await end(again)
  await fixture.walletCall('rollback', { ...dice, transactionId: randomUUID(), betTransactionId: dice.transactionId })
  expect(await open()).toEqual([
    { gameId: 'tidepool', currency: 'USD' },
    { gameId: 'tidepool', currency: 'EUR' },
  ])
  await Promise.all([end(first), end(dollars)])
  expect(await open()).toEqual([])
  expect(await inPlay()).toEqual([])
  expect((await get('open-rounds', (await fixture.player()).token)).body).toEqual([])
})

// Shows: 7.6.3
test('winners are real wins above their stake, the latest first, with names masked', async () => {
  const player = await fixture.player()
  const token = await fixture.launch('dice', { player })
  for (const [amount, win] of [
    [100, 100],
    [100, 700],
    [100, 50],
    [100, 900],
  ] as const) {
    const roundId = randomUUID()
    const call = { token, currency: 'EUR', gameId: 'dice', roundId }
    await fixture.walletCall('bet', { ...call, transactionId: randomUUID(), amount })
    await fixture.walletCall('win', { ...call, transactionId: randomUUID(), amount: win })
  }
  await catchUp(fixture.deps)
  const { body } = await get('spins/winners')
  const winner = { nickname: 'Ma***', currency: 'EUR', game: { id: 'dice' } }
  expect(body).toMatchObject([
    { ...winner, stake: 100, win: 900, verifyUrl: expect.stringMatching(/^\/rounds\//) },
    { ...winner, stake: 100, win: 700 },
  ])
})

test('a masked name never reveals the whole name', () => {
  expect([null, '', 'a', 'ab', 'abc', 'abcdefgh', '𝒶𝒷𝒸𝒹'].map(maskName)).toEqual([
    '***',
    '***',
    '***',
    'a***',
    'a***',
    'ab***',
    '𝒶𝒷***',
  ])
})
