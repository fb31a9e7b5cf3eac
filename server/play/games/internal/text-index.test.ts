import { expect, test } from 'vitest'
import { addText, draftIndex, findTexts, finishIndex, wordsOf } from './text-index.ts'

const names = ['Golden Dragon', 'Golden Dragon Deluxe Nights', 'Dragon Harbor', 'Silver Fox', 'Foxglove', 'Silent Sea']
const index = (() => {
  const draft = draftIndex()
  for (const name of names)
    addText(draft, {
      en: { strong: name, weak: name === 'Silent Sea' ? 'fox animals' : 'slot' },
      ...(name === 'Silver Fox' && { de: { strong: 'Silberfuchs', weak: 'Tiere' } }),
    })
  return finishIndex(draft)
})()
const find = (text: string, languages = ['en']) => findTexts(index, text, languages).map((position) => names[position])

test('every word must match, in any order, and the shorter of two names comes first', () => {
  expect(find('golden dragon')).toEqual(['Golden Dragon', 'Golden Dragon Deluxe Nights'])
  expect(find('dragon golden')).toEqual(['Golden Dragon', 'Golden Dragon Deluxe Nights'])
  expect(find('dragon fox')).toEqual([])
  expect(find('')).toEqual([])
  expect(find(' - ')).toEqual([])
})

test('a name comes before a theme, and a whole word before its beginning', () => {
  expect(find('fox')).toEqual(['Silver Fox', 'Foxglove', 'Silent Sea'])
  expect(find('si')[0]).toBe('Silver Fox')
  expect(find('sea')).toEqual(['Silent Sea'])
})

test.each([
  ['goldne', 'letters swapped'],
  ['goldn', 'a letter left out'],
  ['goolden', 'a letter too many'],
  ['golben', 'a letter replaced'],
  ['dargno', 'two swaps'],
])('%s: %s is forgiven', (text) => {
  expect(find(text)[0]).toMatch(/Dragon/)
})

test('a typing error is tolerated in a partly typed word, but not in a short one', () => {
  expect(find('delixe')).toEqual(['Golden Dragon Deluxe Nights'])
  expect(find('foxgl')).toEqual(['Foxglove'])
  expect(find('foxhl')).toEqual(['Foxglove'])
  expect(find('fux')).toEqual([])
})

test('fewer mistakes come before more, and a half-typed word with one counts like a whole one with two', () => {
  const draft = draftIndex()
  for (const strong of ['Lanterns Bay', 'Lanternfish', 'Lantern Reef']) addText(draft, { en: { strong, weak: 'slot' } })
  // "Lantern" has one mistake, "lanterns" two; of those that match alike, the shorter name is meant.
  expect(findTexts(finishIndex(draft), 'lanterm', ['en'])).toEqual([2, 1, 0])
})

test('a space too many or too few is forgiven, also with a mistake', () => {
  expect(find('fox glove')).toEqual(['Foxglove'])
  expect(find('foxe glove')).toEqual(['Foxglove'])
  expect(find('silverfox')).toEqual(['Silver Fox'])
  expect(find('dragonharbor')).toEqual(['Dragon Harbor'])
})

test('a synonym finds what it stands for, after what matches as typed, also while it is typed and misspelled', () => {
  const synonyms = new Map([
    ['vulpes', 'fox'],
    ['sly silver animal', 'fox'],
    ['golden', 'sea'],
  ])
  const meant = (text: string) => findTexts(index, text, ['en'], synonyms).map((position) => names[position])
  const foxes = ['Silver Fox', 'Foxglove', 'Silent Sea']
  for (const text of ['vulpes', 'vulp', 'vuples', 'sly silver animal', 'sly silver ani'])
    expect(meant(text)).toEqual(foxes)
  expect(meant('silver vulpes')).toEqual(['Silver Fox'])
  expect(meant('vul')).toEqual([])
  expect(meant('golden')).toEqual(['Golden Dragon', 'Golden Dragon Deluxe Nights', 'Silent Sea'])
})

test('what is spelled right finds nothing that is only similar', () => {
  expect(find('silver')).toEqual(['Silver Fox'])
  expect(find('silberfuchs')).toEqual([])
  expect(find('silberfuchs', ['en', 'de'])).toEqual(['Silver Fox'])
})

// Shows: attack 143
test('a text of any length or script is searched without a fault', () => {
  for (const text of ['x'.repeat(100), '🦊', '\u0000', '%', "' OR 1=1 --", 'ا'.repeat(60), '\ud800'])
    expect(Array.isArray(find(text))).toBe(true)
  expect(wordsOf('Maçã, AÇAÍ! الثعلب')).toEqual(['maca', 'acai', 'ثعلب'])
})
