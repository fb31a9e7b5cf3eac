/** Jackpots at the desk: what is refused, and that opening and closing need a second person and happen once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { deskEnvironment, type DeskPerson, testDesk, type TestDesk } from '#tests/setup/desk.ts'

let desk: TestDesk
let olga: DeskPerson
let ben: DeskPerson
beforeAll(async () => {
  desk = await testDesk({ env: deskEnvironment })
  olga = await desk.person('olga', 'manager')
  ben = await desk.person('ben', 'manager')
})
afterAll(() => desk.close())

const reason = 'The first jackpot'
const terms = {
  currency: 'EUR',
  sideStake: '1.00',
  levels: {
    mini: { contribution: '0.30', seed: '0', cap: '0.60' },
    major: { contribution: '0.30', seed: '0', cap: '0.60' },
    grand: { contribution: '0.10', seed: '0.50', cap: '10.00' },
  },
}
const ask = (body: object, person = olga) =>
  person.call({ method: 'POST', url: '/api/jackpots', body: { reason, ...body } })
const approve = (id: string) => ben.call({ method: 'POST', url: `/api/requests/${id}/approval` })
const list = async () => (await olga.call({ url: '/api/jackpots' })).body

test('terms that are no amounts, or whose odds would not be exact, open nothing', async () => {
  const refusals = []
  for (const changed of [
    { ...terms, currency: 'XXX' },
    { ...terms, sideStake: '1.001' },
    { ...terms, sideStake: '0' },
    { ...terms, levels: { ...terms.levels, mini: { contribution: '0.30', seed: '0', cap: '0.50' } } },
  ]) {
    const asked = await ask(changed)
    const answer = asked.status === 202 ? await approve(asked.body.waiting.request) : asked
    refusals.push(answer.body.error?.name ?? answer.body)
  }
  expect(refusals).toEqual(['currencyUnknown', 'amountInvalid', 'splitInvalid', 'capInvalid'])
  expect(await list()).toEqual([])
})

test('a jackpot is opened and closed by two people, once', async () => {
  const first = await ask(terms)
  const second = await ask(terms, ben)
  expect([first.status, second.status, (await list()).length]).toEqual([202, 202, 0])
  const opened = await approve(first.body.waiting.request)
  expect(opened.status).toBe(200)
  const [jackpot] = await list()
  expect(jackpot).toMatchObject({ currency: 'EUR', sideStake: { amount: '1.00' }, closedAt: null, draws: 0 })
  // The terms of the other request were asked for when no jackpot was open.
  const late = await olga.call({ method: 'POST', url: `/api/requests/${second.body.waiting.request}/approval` })
  expect(late.status).toBe(409)
  const asked = await olga.call({ method: 'POST', url: `/api/jackpots/${jackpot.id}/close`, body: { reason } })
  expect(asked.status).toBe(202)
  expect((await approve(asked.body.waiting.request)).status).toBe(200)
  expect(await list()).toMatchObject([{ id: jackpot.id, closedAt: expect.any(String) }])
  const again = await olga.call({ method: 'POST', url: `/api/jackpots/${jackpot.id}/close`, body: { reason } })
  const answer = again.status === 202 ? await approve(again.body.waiting.request) : again
  expect(answer.status).toBe(409)
  expect(await findBreaches(desk.app.deps.db.pool, allInvariants)).toEqual([])
})
