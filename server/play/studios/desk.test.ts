/** Switches and open rounds at the desk. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInHouseStudio } from '#server/partners/game-studio/in-house-studio.ts'
import type { PaymentPartner } from '#server/partners/payments/port.ts'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'

const partner: unknown = {
  slug: 'acquirer',
  depositMethods: ({ currency }: { currency: string }) => (currency === 'EUR' ? [{ method: 'acquirer.card' }] : []),
  withdrawalMethods: () => [{ method: 'acquirer.bank' }],
  methodNames: (method: string) => (method === 'acquirer.card' ? { en: 'Bank card' } : {}),
}

let desk: TestDesk
let rita: DeskPerson
let sam: DeskPerson
beforeAll(async () => {
  desk = await testDesk({
    deps: (deps) => ({
      partners: {
        ...deps.partners,
        gameStudios: [createInHouseStudio(deps.settings)],
        payments: [partner as PaymentPartner],
      },
    }),
  })
  rita = await desk.person('rita', 'risk')
  sam = await desk.person('sam', 'support')
})
afterAll(() => desk.close())

const off = (name: string, countries: string[] = []) =>
  rita.call({ method: 'POST', url: '/api/switches', body: { name, to: 'off', countries, reason: 'a planted fault' } })

test('a game is found by a part of its name, switched off in a country, listed, and switched on again', async () => {
  const found = await rita.call({ url: '/api/features?text=mine' })
  expect(found.body).toEqual([{ name: 'game:mines', title: 'Mines' }])
  expect((await off('game:mines', ['DE', 'DE'])).body).toEqual({ countries: ['DE'], isSettled: true })
  const listed = await sam.call({ url: '/api/switches' })
  expect(listed.body).toMatchObject([
    { name: 'game:mines', title: 'Mines', country: 'DE', reason: 'a planted fault', actor: 'operator:rita' },
  ])
  const on = { name: 'game:mines', to: 'on', countries: [], reason: 'it is repaired' }
  expect((await rita.call({ method: 'POST', url: '/api/switches', body: on })).body.countries).toEqual(['DE'])
  expect((await sam.call({ url: '/api/switches' })).body).toEqual([])
})

test('a payment method is found by its name, and its partner as a whole', async () => {
  const find = async (text: string) => (await rita.call({ url: `/api/features?text=${text}` })).body
  expect(await find('bank card')).toEqual([{ name: 'method:acquirer.card', title: 'Bank card (acquirer.card)' }])
  expect(await find('acquirer')).toEqual([
    { name: 'partner:acquirer', title: 'All payments by acquirer' },
    { name: 'method:acquirer.card', title: 'Bank card (acquirer.card)' },
    { name: 'method:acquirer.bank', title: 'acquirer.bank' },
  ])
})

test('what does not exist, a strange country, a missing reason are refused in a sentence, and a second click switches nothing again', async () => {
  const refusalOf = ({ status, body }: Awaited<ReturnType<typeof off>>) => [status, body.error.name]
  expect(refusalOf(await off('game:nothing'))).toEqual([422, 'featureUnknown'])
  expect(refusalOf(await off('game:dice', ['ZZ']))).toEqual([422, 'countryUnknown'])
  const body = { name: 'game:dice', to: 'off', countries: [], reason: ' ' }
  expect(refusalOf(await rita.call({ method: 'POST', url: '/api/switches', body }))).toEqual([422, 'validation'])
  const answers = await Promise.all([off('sportsbook'), off('sportsbook')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200])
  const { rows } = await desk.app.db.asOwner(
    `SELECT count(*)::int FROM identity.audit WHERE action = 'switched-off' AND detail->>'name' = 'sportsbook'`,
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('open rounds are listed oldest first, each once, while others open and end', async () => {
  const [player, other] = [randomUUID(), randomUUID()]
  const add = (id: string, minutes: number, playerId = player) =>
    desk.app.db.asOwner(
      `INSERT INTO games.rounds (id, studio, game_id, player_id, currency, stake, bets, first_movement_id, last_movement_id, created_at)
       VALUES ($1, 'fairhouse', 'mines', $2, 'EUR', 1234, 1, 1, 1, timestamptz '2026-01-01' + $3 * interval '1 minute')`,
      [id, playerId, minutes],
    )
  // Pairs are opened in the same moment.
  for (let each = 0; each < 120; each++) await add(`r${String(each).padStart(3, '0')}`, Math.floor(each / 2))
  const first = await sam.call({ url: '/api/open-rounds?game=mines' })
  expect(first.body.rounds[0]).toMatchObject({
    id: 'r000',
    game: { name: 'mines', title: 'Mines' },
    playerId: player,
    stake: { amount: '12.34', currency: 'EUR' },
    bets: 1,
    openedAt: '2026-01-01T00:00:00.000Z',
  })
  await desk.app.db.asOwner(`UPDATE games.rounds SET status = 'settled' WHERE id IN ('r003', 'r049')`)
  await add('early', -5, other)
  const ids: string[] = first.body.rounds.map(({ id }: { id: string }) => id)
  for (let { next } = first.body; next;) {
    const page = await sam.call({ url: `/api/open-rounds?game=mines&after=${next}` })
    ids.push(...page.body.rounds.map(({ id }: { id: string }) => id))
    next = page.body.next
  }
  expect(ids).toEqual(Array.from({ length: 120 }, (_, each) => `r${String(each).padStart(3, '0')}`))
  expect((await sam.call({ url: '/api/open-rounds?game=mines' })).body.rounds[0].id).toBe('early')
  expect((await sam.call({ url: '/api/open-rounds?studio=nobody' })).body).toEqual({ rounds: [], next: null })
})

test('an open round of a game that left the catalogue is listed under its name', async () => {
  await desk.app.db.asOwner(
    `INSERT INTO games.rounds (id, studio, game_id, player_id, currency, stake, bets, first_movement_id, last_movement_id)
     VALUES ('of-a-former-game', 'fairhouse', 'former-game', $1, 'EUR', 100, 1, 1, 1)`,
    [randomUUID()],
  )
  const { body } = await sam.call({ url: '/api/open-rounds?game=former-game' })
  expect(body.rounds).toMatchObject([{ id: 'of-a-former-game', game: { name: 'former-game', title: 'former-game' } }])
})
