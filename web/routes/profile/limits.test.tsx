import { expect, test } from 'vitest'
import { guardMs } from '#contract/control-guard.ts'
import type { Limit } from '#contract/limits.ts'
import { contentOf, labelsOf } from '#tests/setup/content.ts'
import { dialog } from '#tests/setup/dialog.tsx'
import { type ShownView, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { modal as exclusion } from '../../modals/self-exclusion-limit.tsx'
import { definitionOf } from '../../features/limits/periods.ts'
import { BreakCard } from './limits/break-card.tsx'
import { PendingChange } from './limits/pending-change.tsx'
import { RealityCheckCard } from './limits/reality-check-card.tsx'

const show = views()
const words = labelsOf('limits')
const wrong = (contentOf('alerts/common').somethingWrong as { title: string }).title
const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.startsWith('GET'))
const limit = (part: Partial<Limit>) =>
  ({ id: 'l1', definition: 2, period: 'daily', amount: 5000, currency: 'EUR', currentAmount: 0, ...part }) as Limit
type Pending = NonNullable<Limit['pending']>
const pending = (part: Partial<Pending>): Pending => ({
  amount: 9000,
  period: 'daily',
  needsConfirmation: true,
  appliesFrom: '2026-11-20T12:00:00.000Z',
  ...part,
})

// Shows: 10.7, 7.3.7
test.each([
  [9000, 'confirmRaise', { route: 'PUT /api/player/limits/l1', body: { period: 'daily', amount: 9000 } }],
  [null, 'confirmRemoval', { route: 'DELETE /api/player/limits/l1', body: null }],
])('an increase to %s is confirmed after a moment, by “%s”', async (amount, label, call) => {
  const page = await show(<PendingChange limit={limit({})} pending={pending({ amount })} />)
  await page.press(words[label]!)
  expect(written(page)).toEqual([])
  await page.pass(guardMs)
  await page.press(words[label]!)
  expect(written(page)).toEqual([call])
})

// Shows: 10.7
test('an increase that still waits cannot be confirmed, and the present limit can be kept', async () => {
  const page = await show(<PendingChange limit={limit({})} pending={pending({ needsConfirmation: false })} />)
  expect(page.has(words.confirmRaise!)).toBe(false)
  await page.press(words.keepLimit!)
  expect(written(page)).toEqual([{ route: 'PUT /api/player/limits/l1', body: { period: 'daily', amount: 5000 } }])
  const failed = await show(<PendingChange limit={limit({})} pending={pending({})} />, {
    answer: () => ({ status: 500 }),
  })
  await failed.press(words.keepLimit!)
  expect(failed.alerts).toEqual([wrong])
  expect(failed.find(words.keepLimit!).disabled).toBe(false)
})

const running = (part: Partial<Limit>) =>
  limit({ definition: 4, period: '6-months', amount: null, endsAt: '2027-05-20T12:00:00.000Z', ...part })

// Shows: 10.14
test('an exclusion is begun by its dialog, and ended by the player once its term is over', async () => {
  const begin = await show(<BreakCard kind="self-exclusion" limits={[]} />)
  expect(begin.find(words['self-exclusionBegin']!).getAttribute('href')).toBe('/?self-exclusion-limit=self-exclusion')
  const definition = definitionOf['self-exclusion']
  const runs = await show(<BreakCard kind="self-exclusion" limits={[running({ definition })]} />)
  expect([runs.has(words['self-exclusionBegin']!), runs.has(words['self-exclusionEnd']!)]).toEqual([false, false])
  const over = await show(<BreakCard kind="self-exclusion" limits={[running({ definition, mayEnd: true })]} />)
  await over.press(words['self-exclusionEnd']!)
  expect(written(over)).toEqual([{ route: 'DELETE /api/player/limits/l1', body: null }])
  const failed = await show(<BreakCard kind="self-exclusion" limits={[running({ definition, mayEnd: true })]} />, {
    answer: () => ({ status: 500 }),
  })
  await failed.press(words['self-exclusionEnd']!)
  expect(failed.alerts).toEqual([wrong])
})

// Shows: 10.17
test('the interval of reality checks is chosen, and a refusal is an alert', async () => {
  const check = { intervalMinutes: 60, choices: [30, 60], play: null }
  const key = apiKey('GET /api/game/reality-check')
  const answer = ({ route }: { route: string }) => ({
    body: route.startsWith('PUT') ? { ...check, intervalMinutes: 30 } : check,
  })
  const page = await show(<RealityCheckCard />, { answer })
  expect(page.find(words.realityCheckEvery!).value).toBe('60')
  await page.enter(words.realityCheckEvery!, '30')
  expect(written(page)).toEqual([{ route: 'PUT /api/game/reality-check', body: { intervalMinutes: 30 } }])
  expect(page.client.getQueryData(key)).toMatchObject({ intervalMinutes: 30 })
  expect(page.text).toContain(words.realityCheckSaved)
  const failed = await show(<RealityCheckCard />, {
    answer: ({ route }) => (route.startsWith('PUT') ? { status: 500 } : { body: check }),
  })
  await failed.enter(words.realityCheckEvery!, '30')
  expect(failed.alerts).toEqual([wrong])
  expect(failed.text).not.toContain(words.realityCheckSaved)
})

// Shows: 10.10, 10.11, 10.12
test.each([
  ['cooling-off', '1-week', 'access_token=abc'],
  ['self-exclusion', '1-year', 'access_token=;'],
] as const)('%s is chosen, asked about once, and begins', async (kind, period, cookie) => {
  const definition = definitionOf[kind]
  const page = await show(dialog(exclusion, kind), {
    answer: ({ route }) => (route.startsWith('POST') ? { body: running({ definition, period }) } : { status: 500 }),
  })
  expect(page.find(words.breakChooseFirst!).disabled).toBe(true)
  await page.press(words[period]!)
  await page.press(words.breakNext!)
  const confirm = words[`${kind}Confirm`]!.replace('{period}', words[period]!)
  await page.pass(guardMs)
  await page.press(words.breakBack!)
  expect(page.find(words[period]!).checked).toBe(true)
  await page.press(words.breakNext!)
  await page.pass(guardMs)
  await page.press(confirm)
  expect(written(page)).toEqual([{ route: 'POST /api/player/limits', body: { definition, period } }])
  expect([page.pages, document.cookie.startsWith(cookie)]).toEqual([['/break'], true])
})
