/** The card of push notifications in each state and locale, rendered from fixtures. */
import { readFileSync } from 'node:fs'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import type { CompiledMessage } from '#contract/message-format.ts'
import { Labels, LabelsContext } from '../../render/labels.tsx'
import { DeviceView } from './device-notifications.tsx'
import type { DeviceState } from './device-state.ts'

function markupOf(state: DeviceState, locale = 'en', hasFailed = false): string {
  const texts = JSON.parse(readFileSync(`content/${locale}/ui/marketing.json`, 'utf8')) as Record<string, string>
  const area = Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, compileMessage(text) as CompiledMessage]),
  )
  return renderToStaticMarkup(
    <LabelsContext value={new Labels(locale, { marketing: area }, null)}>
      <DeviceView state={state} isBusy={false} hasFailed={hasFailed} onSwitch={() => undefined} />
    </LabelsContext>,
  )
}

const states: DeviceState[] = [
  { kind: 'unsupported' },
  { kind: 'blocked' },
  { kind: 'off' },
  { kind: 'on', receivesOffers: true },
]

test.each(localeCodes)('in %s each state has its text', (locale) => {
  const markups = states.map((state) => markupOf(state, locale))
  expect(new Set(markups).size).toBe(4)
  for (const markup of markups) expect(markup).not.toMatch(/device_|undefined/)
})

test('only a browser that can be switched has a button, and only one that is on offers offers', () => {
  expect(states.map((state) => /<button/.test(markupOf(state)))).toEqual([false, false, true, true])
  expect(states.map((state) => /type="checkbox"/.test(markupOf(state)))).toEqual([false, false, false, true])
  expect(markupOf(states[2]!)).toContain('Switch on')
  expect(markupOf(states[3]!)).toContain('checked')
  expect(markupOf(states[2]!, 'en', true)).toContain('role="alert"')
})
