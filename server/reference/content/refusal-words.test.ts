import { expect, test } from 'vitest'
import { everyEndpoint } from '#contract/api.ts'
import { loadContent } from './content.ts'
import { readTree } from './read-tree.ts'
import { type Fault, refusalWords } from './refusal-words.ts'

const faults: Fault[] = ['rateLimited', 'unavailable', 'internal', 'validation', 'unauthorized']
const refusals = everyEndpoint()
  .filter(({ endpoint: { access } }) => access === 'public' || access === 'player')
  .flatMap(({ endpoint }) => Object.keys(endpoint.refusals ?? {}))
const expected = [...new Set([...refusals, ...faults])].sort()

test('every refusal that a guest or player may get has a message in every locale, and no other name has one', () => {
  for (const [locale, { refusals: files = {} }] of Object.entries(readTree('content')))
    expect(
      Object.values(files)
        .flatMap((words) => Object.keys(words as object))
        .sort(),
      locale,
    ).toEqual(expected)
  expect(refusalWords(loadContent(), 'de', 'accountClosed')).toBe('Dein Konto ist geschlossen.')
  expect(refusalWords(loadContent(), 'de', 'constructor')).toBeNull()
})
