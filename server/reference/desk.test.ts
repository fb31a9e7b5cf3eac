/** Currencies and rates at the desk. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskAnswer, type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'

let desk: TestDesk
let pia: DeskPerson
let sam: DeskPerson
beforeAll(async () => {
  desk = await testDesk()
  pia = await desk.person('pia', 'payments')
  sam = await desk.person('sam', 'support')
})
afterAll(() => desk.close())

const reason = 'the bank has published it'
const rateOf = async (code: string) =>
  (await sam.call({ url: '/api/rates' })).body.find((each: { code: string }) => each.code === code)
const put = (path: string, body: object, person = pia) => person.call({ method: 'PUT', url: `/api/${path}`, body })
const refusalOf = ({ status, body }: DeskAnswer) => [status, body.error.name]

// Shows: attack 152
test('a rate is set by whoever decides about payments; one that moves far only after a confirmation', async () => {
  const { rate } = await rateOf('USD')
  const near = String(Number(rate) * 1.01)
  expect(refusalOf(await put('rates/USD', { rate: near, reason }, sam))).toEqual([403, 'notPermitted'])
  expect((await put('rates/USD', { rate: near, reason })).status).toBe(200)
  expect(await rateOf('USD')).toMatchObject({ rate: near, confirmedAt: expect.any(String), held: null })
  const far = String(Number(rate) * 3)
  const refused = await put('rates/USD', { rate: far, reason })
  expect(refusalOf(refused)).toEqual([409, 'movesFar'])
  expect(refused.body.error.message).toMatch(/^This would move USD .* Confirm it if it is right\.$/)
  expect((await put('rates/USD', { rate: far, isConfirmed: true, reason })).status).toBe(200)
  const versions = await sam.call({ url: '/api/versions/rates' })
  expect(versions.body[0]).toMatchObject({ actor: 'operator:pia', comment: `USD: ${reason}` })
  const before = versions.body[1].version
  const restore = (body: object) => pia.call({ method: 'POST', url: `/api/versions/rates/${before}`, body })
  expect(refusalOf(await restore({ reason }))).toEqual([409, 'movesFar'])
  expect((await restore({ isConfirmed: true, reason })).status).toBe(200)
  expect((await rateOf('USD')).rate).toBe(near)
})

test.each([
  ['rates/EUR', { rate: '2', reason }, [409, 'isBase']],
  ['rates/XXX', { rate: '2', reason }, [404, 'currencyUnknown']],
  ['rates/USD', { rate: '0', reason }, [422, 'rateInvalid']],
  ['rates/USD', { rate: '0x10', reason }, [422, 'validation']],
  ['rates/USD', { rate: '2' }, [422, 'validation']],
  ['rates/USD', { rate: '0.11625', reason }, [409, 'movesFar']],
  ['rates/USD', { rate: '116250', reason }, [409, 'movesFar']],
  ['currencies/XXX', { isEnabled: true, reason }, [404, 'currencyUnknown']],
  ['rates/USD', { rate: '-1', reason }, [422, 'validation']],
  ['rates/USD', { rate: 2, reason }, [422, 'validation']],
  ['currencies/EUR', { isEnabled: false, reason }, [409, 'isBase']],
  ['currencies/USD', { isEnabled: true, reason }, [409, 'noChange']],
])('%s %j is refused', async (path, body, refusal) => {
  expect(refusalOf(await put(path, body))).toEqual(refusal)
})

test('a currency is switched off and on once each, also when the call is sent again', async () => {
  for (const isEnabled of [false, true]) {
    const both = await Promise.all([1, 2].map(() => put('currencies/BRL', { isEnabled, reason })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]!.body).toEqual(both[1]!.body)
    expect(refusalOf(await put('currencies/BRL', { isEnabled, reason: 'another one' }))).toEqual([409, 'noChange'])
    expect((await rateOf('BRL')).isEnabled).toBe(isEnabled)
  }
})

test('a rate that waits is accepted as it was shown, once, or discarded', async () => {
  const hold = (rate: number) =>
    desk.app.db.asOwner(
      `INSERT INTO reference.held_rates (currency, rate, source, first_seen_at, last_seen_at) VALUES ('BRL', $1, 'ecb', now(), now())`,
      [rate],
    )
  await hold(99)
  expect((await rateOf('BRL')).held).toMatchObject({ rate: '99', source: 'ecb' })
  const decide = (decision: string, rate: string) =>
    pia.call({ method: 'POST', url: '/api/rates/BRL/held', body: { decision, rate } })
  expect(refusalOf(await decide('accept', '98'))).toEqual([409, 'anotherIsHeld'])
  const answers = await Promise.all([decide('accept', '99'), decide('accept', '99')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await rateOf('BRL')).toMatchObject({ rate: '99', held: null })
  await hold(1e-7)
  const { rate } = (await rateOf('BRL')).held
  expect(rate).toBe('1e-7')
  expect((await decide('accept', rate)).status).toBe(200)
  expect((await put('rates/BRL', { rate: '99', isConfirmed: true, reason })).status).toBe(200)
  await hold(5)
  expect((await decide('discard', '5')).status).toBe(200)
  expect((await rateOf('BRL')).rate).toBe('99')
})
