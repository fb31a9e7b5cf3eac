/** Campaigns at the desk. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskAnswer, type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'
import { createFundedPlayer } from '#tests/setup/funded-player.ts'

let desk: TestDesk
let marta: DeskPerson
let cora: DeskPerson
beforeAll(async () => {
  desk = await testDesk()
  marta = await desk.person('marta', 'marketing')
  cora = await desk.person('cora', 'content')
  for (let each = 0; each < 3; each++) await createFundedPlayer(desk.app, { EUR: 0n })
})
afterAll(() => desk.close())

const definition = {
  purpose: 'service',
  channels: ['site'],
  segment: { countries: ['DE'] },
  words: { en: { title: 'New terms', text: 'They apply from January.' } },
}
const post = (url: string, body: object = {}, person = marta): Promise<DeskAnswer> =>
  person.call({ method: 'POST', url: `/api/${url}`, body })
const refusalOf = ({ status, body }: DeskAnswer) => [status, body.error.name]
const term = { startsAt: null, endsAt: null }

test('a preview counts whom it reaches, shows the texts, names faults by their path, and stores nothing', async () => {
  const { body } = await post('campaign-preview', { definition })
  expect(body).toMatchObject({ faults: [], players: 3 })
  expect(body.channels[0]).toMatchObject({ channel: 'site' })
  expect(body.sample.join('\n')).toContain('They apply from January.')
  const faulty = await post('campaign-preview', { definition: { ...definition, channels: [], words: {} } })
  expect(faulty.body.faults.map(({ path }: { path: string[] }) => path[0])).toEqual(['channels', 'words'])
  expect((await marta.call({ url: '/api/campaigns' })).body).toEqual([])
})

test('a campaign is scheduled once by whoever decides, reported, and cancelled once', async () => {
  expect(refusalOf(await post('campaigns/terms', { definition, ...term }, cora))).toEqual([403, 'notPermitted'])
  const both = await Promise.all([1, 2].map(() => post('campaigns/terms', { definition, ...term })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { body } = await marta.call({ url: '/api/campaigns/terms' })
  expect(body).toMatchObject({ identity: 'terms', state: 'scheduled', operator: 'marta', definition })
  expect(Date.parse(body.endsAt) - Date.parse(body.startsAt)).toBe(3 * 86_400_000)
  const cancelled = await Promise.all([1, 2].map(() => post('campaigns/terms/cancel')))
  expect(cancelled.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test.each([
  ['campaigns/Terms!', { definition, ...term }, [422, 'identityInvalid']],
  ['campaigns/other', { definition: { purpose: 'spam' }, ...term }, [422, 'definitionInvalid']],
  ['campaigns/other', { definition, startsAt: null, endsAt: '2020-01-01T00:00:00Z' }, [422, 'termInvalid']],
  ['campaigns/unknown/cancel', {}, [404, 'campaignNotFound']],
])('%s is refused', async (url, body, refusal) => {
  expect(refusalOf(await post(url, body))).toEqual(refusal)
})
