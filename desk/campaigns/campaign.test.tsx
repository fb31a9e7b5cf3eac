import { expect, test } from 'vitest'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { label } from '../labels.ts'
import { Campaign } from './campaign.tsx'

const show = views()
const schema = {
  type: 'object',
  properties: { note: { type: 'string', title: 'Note' } },
  required: ['note'],
  additionalProperties: true,
}
const report = (part: object = {}) => ({
  identity: 'spring',
  state: 'sending',
  startsAt: '2026-11-02T12:00:00.000Z',
  endsAt: '2026-11-05T12:00:00.000Z',
  operator: 'mia',
  description: 'To all players of Germany',
  definition: { note: 'stored' },
  channels: [
    {
      channel: 'site',
      results: [
        { name: 'sent', count: 7 },
        { name: 'optedOut', count: 2 },
      ],
    },
  ],
  deliveries: [{ medium: 'mail', results: [] }],
  messages: { held: 7, read: 3 },
  ...part,
})
const preview = (part: object = {}) => ({
  faults: [],
  description: 'To all players of Germany',
  players: 9,
  channels: [{ channel: 'site', results: [{ name: 'now', count: 9 }] }],
  locales: [
    { locale: 'de', players: 8, reads: 'en' },
    { locale: 'fr-CA', players: 1, reads: null },
    { locale: 'ar', players: 0, reads: null },
  ],
  sample: ['Title of the mail'],
  ...part,
})
type Site = { found?: object | null; scopes?: string[]; previews?: object; posts?: Answering }
const opened = async ({ found = null, scopes = ['campaigns:decide'], previews = preview(), posts }: Site = {}) => {
  const free = { status: 404, body: { error: { name: 'campaignNotFound', message: 'There is no such campaign' } } }
  const page = await show(<Campaign operator={{ scopes } as never} params={{ identity: 'spring' }} />, {
    path: '/campaigns/spring',
    answer: (call) => {
      if (call.route === 'GET /api/campaign-schema') return { body: schema }
      if (call.route === 'GET /api/campaigns/spring') return found ? { body: found } : free
      return call.route === 'POST /api/campaign-preview' ? { body: previews } : posts?.(call)
    },
  })
  await page.pass(1)
  return page
}
const written = ({ calls }: ShownView) =>
  calls.filter(({ route }) => !route.startsWith('GET') && !route.endsWith('preview'))
const schedule = label('campaigns.schedule')

test('a campaign says whom it has reached on each channel, and what was read', async () => {
  const { text } = await opened({ found: report() })
  for (const part of [
    'To all players of Germany',
    label('campaigns.state.sending'),
    'mia',
    label('campaigns.channel', { channel: 'site', results: 'sent 7, optedOut 2' }),
    label('campaigns.deliveries', { medium: 'mail', results: label('campaigns.nobody') }),
    label('campaigns.read', { read: 3, held: 7 }),
  ])
    expect(text).toContain(part)
})

test.each([
  ['scheduled', ['campaigns:do'], true],
  ['sending', ['campaigns:do'], true],
  ['sent', ['campaigns:do'], false],
  ['cancelled', ['campaigns:do'], false],
  ['sending', ['campaigns:read'], false],
])('one that is %s can be cancelled with %j: %s', async (state, scopes, may) => {
  expect((await opened({ found: report({ state }), scopes })).has(label('campaigns.cancel'))).toBe(may)
})

test('one is cancelled after a confirmation, and a refusal is shown in it', async () => {
  let isRefused = true
  const page = await opened({
    found: report(),
    scopes: ['campaigns:do'],
    posts: () =>
      isRefused ? { status: 409, body: { error: { name: 'campaignOver', message: 'It was sent already.' } } } : {},
  })
  await page.press(label('campaigns.cancel'))
  expect(written(page)).toEqual([])
  await page.press(label('campaigns.cancel'))
  expect(page.text).toContain('It was sent already.')
  isRefused = false
  await page.press(label('campaigns.cancel'))
  expect(written(page).map(({ route }) => route)).toEqual(Array(2).fill('POST /api/campaigns/spring/cancel'))
  expect(page.text).not.toContain(label('campaigns.cancelHint'))
})

test('a new one is scheduled only as it was previewed, and a change needs another preview', async () => {
  const page = await opened()
  expect(page.find(schedule).disabled).toBe(true)
  await page.enter('Note', 'first')
  await page.press(label('campaigns.update'))
  for (const part of [
    label('campaigns.reach', { players: 9 }),
    label('campaigns.reads', { locale: 'de', players: 8, reads: 'en' }),
    label('campaigns.readsNothing', { locale: 'fr-CA', players: 1 }),
    'Title of the mail',
  ])
    expect(page.text).toContain(part)
  expect(page.text).not.toContain('ar: 0')
  await page.enter('Note', 'second')
  expect([page.find(schedule).disabled, page.text.includes('Title of the mail')]).toEqual([true, false])
  await page.press(label('campaigns.update'))
  await page.press(schedule)
  await page.enter(label('campaigns.from'), '2026-12-01T09:00')
  await page.press(schedule)
  expect(written(page)).toMatchObject([
    {
      route: 'POST /api/campaigns/spring',
      body: {
        definition: { note: 'second', channels: ['site'] },
        startsAt: new Date('2026-12-01T09:00').toISOString(),
        endsAt: null,
      },
    },
  ])
})

test('one with faults names each with its place, and cannot be scheduled', async () => {
  const page = await opened({ previews: preview({ faults: [{ path: ['words', 'de'], message: 'No title.' }] }) })
  await page.press(label('campaigns.update'))
  expect([page.text.includes('words.de No title.'), page.find(schedule).disabled]).toEqual([true, true])
  expect(page.text).not.toContain('Title of the mail')
})

test('whoever may prepare one but not decide cannot schedule it', async () => {
  const page = await opened({ scopes: ['campaigns:do'] })
  expect([page.has(label('campaigns.update')), page.has(schedule)]).toEqual([true, false])
})
