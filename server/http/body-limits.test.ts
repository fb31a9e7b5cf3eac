import { expect, test } from 'vitest'
import { z } from 'zod'
import { everyEndpoint } from '#contract/api.ts'
import { defaultBodyBytes } from '#contract/json-body.ts'

type Shape = {
  type?: string
  format?: string
  maxLength?: number
  maxItems?: number
  items?: Shape
  properties?: Record<string, Shape>
  additionalProperties?: Shape | boolean
  anyOf?: Shape[]
  allOf?: Shape[]
  oneOf?: Shape[]
}
/** The maximum length of numbers, and of texts whose schema is a pattern or a list of values. */
const shortText = 100
/** The assumed number of properties of a record whose schema states none. */
const properties = 8
/** Fields in ASCII, whose characters take one byte instead of three. */
const tokens = new Set(['token', 'ticket', 'payload', 'fields'])
/** The query of the address to which a provider sends a browser: no browser's is longer than 16 kB. */
const query = 16 * 1024

/** The bytes of the longest JSON that a schema accepts, in characters of three bytes each. */
function longest(shape: Shape, name = ''): number {
  if (name === 'query') return query
  const options = [...(shape.anyOf ?? []), ...(shape.allOf ?? []), ...(shape.oneOf ?? [])]
  if (options.length > 0) return Math.max(...options.map((option) => longest(option, name)))
  if (shape.format === 'uuid') return 38
  if (shape.type === 'array') return 2 + (longest(shape.items ?? {}, name) + 1) * (shape.maxItems ?? 0)
  if (shape.type === 'object') {
    const named = Object.entries(shape.properties ?? {}).map(([name, inner]) => name.length + 4 + longest(inner, name))
    const others = typeof shape.additionalProperties === 'object' ? longest(shape.additionalProperties, name) + 64 : 0
    return named.reduce((sum, each) => sum + each, 2 + properties * others)
  }
  return (
    2 +
    (shape.type === 'string' && shape.maxLength !== undefined
      ? (tokens.has(name) ? 1 : 3) * shape.maxLength
      : shortText)
  )
}

const withBody = everyEndpoint().filter(({ endpoint }) => endpoint.body)

// Shows: attack 48
test('every body that the contract accepts is within the limit of its endpoint', () => {
  const tooLong = withBody.flatMap(({ name, endpoint: { body, bodyBytes = defaultBodyBytes } }) => {
    const bytes = longest(z.toJSONSchema(body!, { io: 'input', unrepresentable: 'any' }) as Shape)
    return bytes > bodyBytes ? [`${name}: ${bytes} bytes`] : []
  })
  expect(tooLong).toEqual([])
})

// Shows: attack 48
test('only endpoints that need more accept more than 4 kB', () => {
  const withMore = withBody.filter(({ endpoint }) => endpoint.bodyBytes !== undefined)
  expect(withMore.map(({ name }) => name).toSorted()).toEqual([
    'acceptBet',
    'addPasskey',
    'contestHarmMarker',
    'deleteMessages',
    'editBet',
    'fileComplaint',
    'finishSocialSignIn',
    'placeBet',
    'readMessages',
    'receiveProviderCall',
    'register',
    'registerPhone',
    'replyToAnswer',
    'saveAddress',
    'sendChatMessage',
    'sendCommunication',
    'settleBet',
    'signInByPasskey',
    'signInSocially',
    'startDeposit',
    'startWithdrawal',
    'stepUp',
    'updateProfile',
  ])
})
