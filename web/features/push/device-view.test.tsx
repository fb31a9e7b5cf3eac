/** Tests of the card for push notifications in all states and locales. */
import { expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import { markupOf } from '#tests/setup/markup.tsx'
import { DeviceView } from './device-notifications.tsx'
import type { DeviceState } from './device-state.ts'

const card = (state: DeviceState, hasFailed = false) => (
  <DeviceView state={state} isBusy={false} hasFailed={hasFailed} onSwitch={() => undefined} />
)

const states: DeviceState[] = [
  { kind: 'unsupported' },
  { kind: 'blocked' },
  { kind: 'off' },
  { kind: 'on', receivesOffers: true },
]

test.each(localeCodes)('in %s each state has its text', (locale) => {
  const markups = states.map((state) => markupOf(card(state), { locale }))
  expect(new Set(markups).size).toBe(4)
  for (const markup of markups) expect(markup).not.toMatch(/device_|undefined/)
})

test('only the states off and on have a button, and only on has the checkbox for offers', () => {
  expect(states.map((state) => /<button/.test(markupOf(card(state))))).toEqual([false, false, true, true])
  expect(states.map((state) => /type="checkbox"/.test(markupOf(card(state))))).toEqual([false, false, false, true])
  expect(markupOf(card(states[2]!))).toContain('Switch on')
  expect(markupOf(card(states[3]!))).toContain('checked')
  expect(markupOf(card(states[2]!, true))).toContain('role="alert"')
})
