import { expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import { contentOf } from '#tests/setup/content.ts'
import { questAlert, taskAlert } from './alert-names.ts'

// Shows: 4.11.2
test('completed and expired quests have their own alert, and all others the alert for an update', () => {
  expect([1, 2, 3, 4, 5, 6].map((state) => questAlert({ state }))).toEqual([
    'questUpdated',
    'questUpdated',
    'questCompleted',
    'questUpdated',
    'questExpired',
    'questExpired',
  ])
})

// Shows: 4.11.3
test('a task has an alert only if it is active and its progress equals its quantity', () => {
  const task = (isActive: boolean, progress: number) => taskAlert({ isActive, progress, quantity: 3 })
  expect([task(true, 3), task(true, 2), task(true, 4), task(false, 3), task(false, 0)]).toEqual([
    'taskCompleted',
    null,
    null,
    null,
    null,
  ])
})

test('every alert has a text in each locale', () => {
  for (const locale of localeCodes) {
    const texts = contentOf('alerts/quests', locale)
    for (const name of ['questUpdated', 'questCompleted', 'questExpired', 'taskCompleted'])
      expect(texts[name]).toMatchObject({ title: expect.any(String), description: '{name}' })
  }
})
