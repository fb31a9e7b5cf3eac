import { expect, test } from 'vitest'
import { markupOf } from '#tests/setup/markup.tsx'
import { ChoiceList } from './choice-list.tsx'

const choices = [
  { to: '/categories/new', icon: 'gamepad' as const, name: 'New', gamesCount: 1 },
  { to: '/categories/slots', icon: 'gamepad' as const, name: 'Slots', gamesCount: 12 },
]

test('each choice is a link with its number of games, and a further line is an item only where there is one', () => {
  const markup = markupOf(<ChoiceList choices={choices} />)
  expect(markup.match(/<li>/g)).toHaveLength(2)
  expect(markup).toMatch(/href="\/categories\/slots"[^]*Slots<\/span><small>.{0,60}12/)
  expect(markupOf(<ChoiceList choices={choices} more={<a href="/all">All</a>} />).match(/<li>/g)).toHaveLength(3)
})
