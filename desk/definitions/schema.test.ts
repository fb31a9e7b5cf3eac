import { expect, test } from 'vitest'
import { alternativesOf, chosenOf, discriminatorOf, emptyOf, isTexts, nameOf, type Schema } from './schema.ts'

const text: Schema = { type: 'string' }
const none: Schema = { type: 'null' }
const task = (kind: string, more: Record<string, Schema> = {}): Schema => ({
  type: 'object',
  properties: { kind: { const: kind }, ...more },
  required: ['kind', ...Object.keys(more)],
})

test('alternatives are the values other than null, and null is one only where it is named', () => {
  expect(alternativesOf({ anyOf: [text, none] })).toEqual({ options: [text], isNullable: true })
  expect(alternativesOf({ oneOf: [text, task('a')] })).toEqual({ options: [text, task('a')], isNullable: false })
  expect(alternativesOf(text)).toBeNull()
})

test('the property that tells alternatives apart has a constant in each, and its constants name them', () => {
  const tasks = [task('stake'), task('rounds')]
  expect(discriminatorOf(tasks)).toBe('kind')
  expect(tasks.map((each) => nameOf(each, 'kind'))).toEqual(['stake', 'rounds'])
  expect(discriminatorOf([task('stake'), { type: 'object', properties: { kind: text } }])).toBeNull()
  expect(discriminatorOf([text])).toBeNull()
})

test('other alternatives are named by their single value, their properties or their type', () => {
  expect(nameOf({ const: true }, null)).toBe('true')
  expect(nameOf({ properties: { only: text, except: text } }, null)).toBe('only, except')
  expect(nameOf(text, null)).toBe('string')
  expect(nameOf({}, null)).toBe('')
})

test('the alternative of a value is found by its constant, its properties or its type, else it is the first', () => {
  const tasks = [task('stake'), task('rounds')]
  expect(chosenOf(tasks, 'kind', { kind: 'rounds' })).toBe(1)
  expect(chosenOf(tasks, 'kind', 'rounds')).toBe(0)
  const lists: Schema[] = [
    { type: 'object', properties: { only: text }, required: ['only'] },
    { type: 'object', properties: { except: text, since: text }, required: ['except'] },
  ]
  expect(chosenOf(lists, null, { except: 'DE' })).toBe(1)
  expect(chosenOf(lists, null, ['DE'])).toBe(0)
  const values: Schema[] = [{ const: 'all' }, { type: 'array' }, { type: 'integer' }, { type: 'boolean' }]
  expect(['all', [], 5, true, 'none'].map((value) => chosenOf(values, null, value))).toEqual([0, 1, 2, 3, 0])
})

test('texts by locale are an object with a required English text and others of any name', () => {
  const texts: Schema = { properties: { en: text }, additionalProperties: text }
  expect(isTexts(texts)).toBe(true)
  expect(isTexts({ ...texts, additionalProperties: { type: 'integer' } })).toBe(false)
  expect(isTexts({ ...texts, additionalProperties: false })).toBe(false)
  expect(isTexts({ properties: { en: text, de: text }, additionalProperties: text })).toBe(false)
  expect(isTexts({ additionalProperties: text })).toBe(false)
})

test('a new value has as little as its form requires', () => {
  expect(emptyOf({ const: 'stake' })).toBe('stake')
  expect(emptyOf({ type: 'integer', default: 1000, minimum: 0 })).toBe(1000)
  expect(emptyOf({ anyOf: [text, none] })).toBeNull()
  expect(emptyOf({ anyOf: [task('stake', { amount: text }), task('rounds')] })).toEqual({ kind: 'stake', amount: '' })
  expect(emptyOf({ enum: ['free', 'sequence'] })).toBe('free')
  expect(emptyOf({ type: 'array', items: { type: 'integer', minimum: 2 }, minItems: 2 })).toEqual([2, 2])
  expect(emptyOf({ type: 'array', items: text })).toEqual([])
  expect(emptyOf({ type: 'number' })).toBe(0)
  expect(emptyOf({ type: 'boolean' })).toBe(false)
  expect(emptyOf({ type: 'object', properties: { name: text, note: text }, required: ['name'] })).toEqual({ name: '' })
})
