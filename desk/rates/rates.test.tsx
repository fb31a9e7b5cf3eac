import { expect, test } from 'vitest'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { label } from '../labels.ts'
import { Rates } from './rates.tsx'

const show = views()
const at = '2026-11-02T12:00:00.000Z'
const rate = (part: object = {}) => ({
  code: 'BTC',
  name: 'Bitcoin',
  rate: '90000',
  isBase: false,
  isEnabled: true,
  confirmedAt: null,
  held: null,
  ...part,
})
const held = { rate: '45000', source: 'file' }
const version = (number: number, data: object) => ({ version: number, at, actor: 'operator:mia', comment: 'Why', data })
type Site = { rates?: object[]; scopes?: string[]; posts?: Answering }
const opened = ({ rates = [rate()], scopes = ['cashier:decide'], posts = () => ({ body: {} }) }: Site = {}) =>
  show(<Rates operator={{ scopes } as never} params={{}} />, {
    path: '/rates',
    answer: (call) => {
      if (call.route === 'GET /api/rates') return { body: rates }
      if (call.route === 'GET /api/versions/rates')
        return { body: [version(2, { EUR: 1, BTC: 90_000 }), version(1, { EUR: 1 })] }
      if (call.route === 'GET /api/versions/currencies') return { body: [version(4, { enabled: ['EUR', 'BTC'] })] }
      return posts(call)
    },
  })
const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.startsWith('GET'))

test.each(['accept', 'discard'] as const)(
  'a rate that waits is seen and can be chosen to %s, as it was seen',
  async (decision) => {
    const page = await opened({ rates: [rate({ held })] })
    expect(page.text).toContain(label('rates.heldFrom', held))
    await page.press(label(`rates.${decision}`))
    expect(written(page)).toEqual([{ route: 'POST /api/rates/BTC/held', body: { decision, rate: '45000' } }])
    expect(page.calls.filter(({ route }) => route === 'GET /api/rates')).toHaveLength(2)
  },
)

test('a rate is set with a reason, beginning with the one that waits, and one far away needs a confirmation', async () => {
  const page = await opened({ rates: [rate({ held })] })
  await page.press(label('rates.set'))
  const field = label('rates.newRate', { code: 'BTC' })
  expect(page.find(field).value).toBe('45000')
  await page.enter(field, ' 46000.5 ')
  await page.press(label('rates.far'))
  await page.enter(label('reason'), 'The market fell')
  await page.press(label('rates.set'))
  expect(written(page)).toEqual([
    { route: 'PUT /api/rates/BTC', body: { rate: '46000.5', isConfirmed: true, reason: 'The market fell' } },
  ])
  const plain = await opened()
  await plain.press(label('rates.set'))
  expect(plain.find(field).value).toBe('90000')
})

test.each([
  [true, 'disable', false],
  [false, 'enable', true],
] as const)('a currency that is offered: %s is turned off or on with a reason (%s)', async (isEnabled, act, to) => {
  const page = await opened({ rates: [rate({ isEnabled })] })
  await page.press(label(`rates.${act}`))
  expect(page.has(label('rates.far'))).toBe(false)
  await page.enter(label('reason'), 'As agreed')
  await page.press(label(`rates.${act}`))
  expect(written(page)).toEqual([{ route: 'PUT /api/currencies/BTC', body: { isEnabled: to, reason: 'As agreed' } }])
})

test('an earlier version is restored with a reason, and the newest is none that could be', async () => {
  const page = await opened()
  expect(page.text).toContain('EUR 1, BTC 90000')
  expect(page.text).toContain('EUR, BTC')
  expect(page.text.split(label('rates.restore'))).toHaveLength(2)
  await page.press(label('rates.restore'))
  expect(page.text).toContain(label('rates.restoreOf', { version: 1 }))
  await page.enter(label('reason'), 'A typing error')
  await page.press(label('rates.restore'))
  expect(written(page)).toEqual([
    { route: 'POST /api/versions/rates/1', body: { isConfirmed: false, reason: 'A typing error' } },
  ])
})

test('a rate that was shipped is an example, the base needs none, and whoever only reads changes nothing', async () => {
  const page = await opened({
    rates: [rate({ held }), rate({ code: 'EUR', name: 'Euro', isBase: true, confirmedAt: at })],
    scopes: ['cashier:read'],
  })
  for (const part of [label('rates.example'), label('rates.base')]) expect(page.text).toContain(part)
  for (const act of ['set', 'accept', 'disable', 'restore'] as const)
    expect(page.has(label(`rates.${act}`))).toBe(false)
  const base = await opened({ rates: [rate({ isBase: true })] })
  expect(base.has(label('rates.set'))).toBe(false)
})
