import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#tests/setup/app.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  const payload = { email: 'typing@example.com', password: 'a quiet harbour', country: 'DE', currency: 'EUR' }
  const registered = await app.send({
    method: 'POST',
    url: '/api/player/register',
    payload: { ...payload, agreements: 1 },
  })
  token = registered.body.accessToken
})
afterAll(() => app.close())

const refusedFields = async (method: 'GET' | 'POST', url: string, payload?: object, locale = 'en') => {
  const headers = { 'x-locale': locale }
  const { status, body } = await app.send({ method, url, token, headers, ...(payload && { payload }) })
  return { status, fields: body.error.fields }
}

test('missing and invalid values of a request get the stock messages of the specification', async () => {
  const required = ['Value is required']
  expect(await refusedFields('POST', '/api/payment/invoices/deposit', {})).toEqual({
    status: 422,
    fields: { method: required, currency: required, amount: required, accountId: required },
  })
  const accountId = 'mine'
  const deposit = { method: 'sandbox.card', currency: 'EUR', amount: 1.5, accountId }
  expect(await refusedFields('POST', '/api/payment/invoices/deposit', deposit)).toEqual({
    status: 422,
    fields: { amount: ['Value is not an integer'], accountId: ['The format is not valid'] },
  })
  expect(await refusedFields('GET', '/api/game/games?page=x&perPage=0')).toEqual({
    status: 422,
    fields: { page: ['Value must be numeric'], perPage: ['The minimum value allowed is 1'] },
  })
  expect(await refusedFields('GET', `/api/game/games?perPage=1000&search=${'a'.repeat(300)}`)).toEqual({
    status: 422,
    fields: {
      perPage: [expect.stringMatching(/^The maximum value allowed is \d+$/)],
      search: [expect.stringMatching(/^The maximum length allowed is \d+$/)],
    },
  })
  expect(await refusedFields('GET', '/api/game/bonuses/status')).toEqual({
    status: 422,
    fields: { bonusIds: required },
  })
  expect(await refusedFields('POST', '/api/game/bonuses/bonuscodes', { trigger: '' })).toEqual({
    status: 422,
    fields: { bonusCode: required, trigger: required },
  })
  expect(await refusedFields('POST', '/api/game/bonuses/bonuscodes', { bonusCode: 'A' })).toEqual({
    status: 422,
    fields: { trigger: required },
  })
})

test('in the language of the caller', async () => {
  const address = { name: ' ', method: 'sandbox.bank', currency: 'EUR', fields: {} }
  expect(await refusedFields('POST', '/api/payment/addresses', address, 'de')).toEqual({
    status: 422,
    fields: { name: ['Bitte ausfüllen'] },
  })
})

test("too many values of a list are refused in the player's language", async () => {
  const statuses = Array.from({ length: 9 }, () => 'status[]=1').join('&')
  const fieldsIn = (locale: string, query: string) =>
    refusedFields('GET', `/api/payment/invoices?${query}`, undefined, locale)
  expect(await fieldsIn('en', statuses)).toEqual({ status: 422, fields: { status: ['Choose at most 3'] } })
  expect((await fieldsIn('de', statuses)).fields).toEqual({ status: ['Wähle höchstens 3 aus'] })
  expect((await fieldsIn('ar', statuses)).fields).toEqual({ status: ['اختر 3 كحد أقصى'] })
})
