/**
 * Sends JSON that no client would send to every operation of the contract: each is refused or accepted, without a
 * fault.
 */
import { z } from 'zod'
import { afterAll, beforeAll, expect } from 'vitest'
import { inHouseStudioSlug } from '#server/partners/game-studio/in-house-studio.ts'
import { sportsbookSlug } from '#server/partners/sportsbook/from-settings.ts'
import { defaultBodyBytes } from '#contract/json-body.ts'
import { longTest, sampled, test } from '#tests/setup/length.ts'
import { type Life, newLife } from './life.ts'
import { signatureOfText } from './signatures.ts'
import { endpointOf, type FuzzSite, fuzzSite, operationNames } from './site.ts'

/** The values are text, because a literal with `__proto__` would set a prototype. */
const values = [
  '"\\u202e"',
  '{"length":{"toString":1}}',
  '{"length":{}}',
  '{"length":"9"}',
  '{"length":1e400}',
  '{"size":{"valueOf":{}}}',
  '{"toString":1,"valueOf":1}',
  '{"__proto__":{"length":1}}',
  '{"constructor":{"prototype":null}}',
  '{"constructor":null}',
  '{"then":1}',
  '{"toJSON":{}}',
  '[{"length":{}}]',
  '[null]',
  '{"0":"a","length":1}',
  '-0',
  '1e400',
]
const bodies = [
  '{"constructor":"\\u202e"}',
  '{"__proto__":"\\u202e"}',
  '{"toString":"\\u202e","hasOwnProperty":"\\u202e"}',
  '{"login":{"length":{"toString":1}}}',
  '{"__proto__":{"login":"a"}}',
  '{"prototype":null,"constructor":{"name":1}}',
  'null',
  '[]',
  '"text"',
  '1',
  '{',
  '\\ufeff{}',
  '{"a":1,"a":{"a":1}}',
  `${'['.repeat(2000)}${']'.repeat(2000)}`,
  `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`,
  `[${'0,'.repeat(1900)}0]`,
  `{${Array.from({ length: 300 }, (_, index) => `"k${index}":"\\u202e"`).join()}}`,
  `{"a":"${'x'.repeat(200_000)}"}`,
]

const withBody = operationNames.filter((name) => endpointOf(name).body || endpointOf(name).access === 'partner')

let site: FuzzSite
let life: Life
beforeAll(async () => {
  site = await fuzzSite()
  life = newLife(site)
})
afterAll(() => site.close())

/** A partner has its own address; the other addresses are invented. */
const partners: Record<string, Record<string, string>> = {
  paymentWebhook: { partner: 'sandbox' },
  identityCheckCallback: { partner: 'sandbox' },
}
const paramsOf = Object.fromEntries(
  withBody.map((name) => {
    const { path } = endpointOf(name)
    const slugs = path.includes('{studio}') ? { studio: inHouseStudioSlug } : { sportsbook: sportsbookSlug }
    return [name, partners[name] ?? slugs]
  }),
)

/** Returns the field names of a body, so that each gets a strange value. */
function namesOf(name: string): string[] {
  const { body } = endpointOf(name)
  const { properties } = body
    ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as { properties?: object })
    : {}
  return Object.keys(properties ?? {})
}

async function ask(name: string, json: string): Promise<{ status: number; body: any }> {
  const raw = { bytes: json, type: 'application/json' }
  const params = paramsOf[name] ?? {}
  const request = { ...(await life.mine({ raw, params })), headers: signatureOfText(site.deps, name, json) }
  // A request refused for its form writes nothing, and this test does not check the writes of an accepted one.
  return site.ask(name, request, { isAlone: false })
}

// Shows: attack 48
longTest(
  `strange JSON at ${withBody.length} operations: no fault, and few messages`,
  { timeout: 240_000 },
  async () => {
    const tried = withBody.flatMap((name) => [
      ...bodies.map((json) => ({ name, json })),
      ...namesOf(name).flatMap((field) => values.map((value) => ({ name, json: `{"${field}":${value}}` }))),
    ])
    for (const { name, json } of sampled(tried, 1500)) {
      const answer = await ask(name, json)
      const messages = Object.values((answer.body?.error?.fields ?? {}) as Record<string, string[]>).flat()
      expect(messages.length, `${name} ${json.slice(0, 60)}`).toBeLessThanOrEqual(20)
    }
  },
)

test('a name that objects inherit is a field like any other', async () => {
  const answer = await site.ask('signIn', life.by(null, { raw: { bytes: bodies[0]!, type: 'application/json' } }))
  expect(answer).toMatchObject({ status: 422, body: { error: { name: 'validation' } } })
  expect(Object.keys(answer.body.error.fields)).toContain('constructor')
})

test('a body longer than its endpoint needs is refused before it is read', async () => {
  const json = `{"login":"${'x'.repeat(defaultBodyBytes)}"}`
  const answer = await site.ask('signIn', life.by(null, { raw: { bytes: json, type: 'application/json' } }))
  expect(answer).toMatchObject({ status: 413, body: { error: { name: 'tooLarge' } } })
})

/** The largest bodies, at the endpoints that accept the most. */
const costly: Record<string, string> = {
  signIn: `{${Array.from({ length: 200 }, (_, index) => `"key${index}":"\\u202e"`).join()}}`,
  register: `{"email":"${'a.'.repeat(2000)}@b.c","nickname":"${'\u0301'.repeat(1000)}"}`,
  readMessages: `{"messageIds":[${'0,'.repeat(990)}0]}`,
  sendCommunication: JSON.stringify({ email: 'a@example.com', message: '\u202e'.repeat(20_000) }),
  sendChatMessage: JSON.stringify({ id: 1, text: '👩‍👩‍👧'.repeat(900), attachmentIds: Array(800).fill(0) }),
  placeBet: JSON.stringify({ token: 'x'.repeat(150_000) }),
  paymentWebhook: JSON.stringify({ a: 'x'.repeat(60_000) }),
  receiveProviderCall: JSON.stringify({ payload: `${'a'.repeat(50_000)}.${'b'.repeat(50_000)}.c` }),
}
// Shows: attack 48
test.each(Object.entries(costly))(
  'the most expensive call of %s blocks the event loop for less than 15 ms',
  async (name, json) => {
    const raw = { bytes: json, type: 'application/json' }
    const request = { ...(await life.mine({ raw, params: paramsOf[name] ?? {} })) }
    let shortest = Infinity
    // The shortest of many runs counts, because on a busy machine the others include its other work.
    for (let turn = 0; turn < 25; turn++) {
      const startedAt = performance.now()
      await site.ask(name, request, { isAlone: false })
      shortest = Math.min(shortest, performance.now() - startedAt)
    }
    expect(shortest).toBeLessThan(15)
  },
)
