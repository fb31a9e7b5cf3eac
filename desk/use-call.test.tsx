import { expect, test } from 'vitest'
import { hooks, views } from '#tests/setup/hook.tsx'
import { call, Refused, Waiting } from './api.ts'
import { label } from './labels.ts'
import { PasskeyFault } from './passkey.ts'
import { useCall } from './use-call.ts'
import { useChange } from './use-change.tsx'
import { onWaiting, showWaiting, useWaiting } from './waiting.ts'

const run = hooks()
const show = views()
const refused = (status = 422, name = 'fieldsInvalid') =>
  new Refused(status, { error: { name, message: 'The amount is too high.' } })
const fail = (cause: Error) => () => Promise.reject(cause)

/** What `run` or `runOnce` shows after work that fails with `cause`. */
async function after(cause: Error) {
  const hook = await run(useCall)
  const value = await hook.perform((now) => now.run(fail(cause)))
  return { value, error: hook.current.error, isBusy: hook.current.isBusy, hook }
}
const unreachable = `${label('notReachable')}. ${label('notReachableHint')}`

test('a refusal and a fault of a passkey are shown in their own words', async () => {
  expect(await after(refused())).toMatchObject({ value: undefined, error: 'The amount is too high.', isBusy: false })
  expect((await after(new PasskeyFault('No passkey was chosen.'))).error).toBe('No passkey was chosen.')
})

test.each([
  ['no connection', new TypeError('Failed to fetch')],
  ["a proxy's page", refused(502, 'unreadable')],
  ['a server that stops', refused(503, 'unavailable')],
  ['a fault of the page', new Error('broken')],
])('%s is shown as a desk that is not reachable', async (_, cause) => {
  expect((await after(cause)).error).toBe(unreachable)
})

test('what is shown goes with the next call, or when it is cleared', async () => {
  const { hook } = await after(refused())
  expect(await hook.perform((now) => now.run(async () => 5))).toBe(5)
  expect(hook.current.error).toBeUndefined()
  await hook.perform((now) => now.run(fail(refused())))
  await hook.perform((now) => now.clear())
  expect(hook.current.error).toBeUndefined()
})

test('a call that waits for a second person is shown by the frame of the page, and is no error', async () => {
  const { hook } = await after(new Waiting({ waiting: { request: 'q1' } }))
  const frame = await run(useWaiting)
  expect([frame.current, hook.current.error]).toEqual(['q1', undefined])
  await frame.perform(() => showWaiting(null))
  expect(frame.current).toBeNull()
  let heard = 0
  onWaiting(() => heard++)()
  showWaiting(null)
  expect(heard).toBe(0)
})

test('a call whose answer is lost is sent again after 1, 2, 4, 8 and 15 seconds, and the outcome is unknown meanwhile', async () => {
  const hook = await run(useCall)
  let calls = 0
  let outcome: unknown = 'none yet'
  await hook.perform((now) => {
    void now
      .runOnce(() => (calls++, Promise.reject(new TypeError('Failed to fetch'))))
      .then((value) => (outcome = value))
  })
  const seen = [calls]
  for (const ms of [999, 1, 1_999, 1, 3_999, 1, 7_999, 1, 14_999]) {
    await hook.pass(ms)
    seen.push(calls)
  }
  expect(seen).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
  expect([hook.current.error, hook.current.isBusy, outcome]).toEqual([label('outcomeUnknown'), true, 'none yet'])
  await hook.pass(1)
  expect([calls, hook.current.error, hook.current.isBusy, outcome]).toEqual([
    6,
    label('outcomeStillUnknown'),
    false,
    undefined,
  ])
})

test('a call that is answered at a further attempt ends with its answer, and a refused one is not repeated', async () => {
  const hook = await run(useCall)
  let calls = 0
  const result = hook.perform((now) => {
    void now.runOnce(async () => {
      if (++calls < 3) throw refused(503)
      return 'done'
    })
  })
  await result
  await hook.pass(3_000)
  expect([calls, hook.current.error, hook.current.isBusy]).toEqual([3, undefined, false])
  await hook.perform((now) => now.runOnce(() => (calls++, Promise.reject(refused()))))
  await hook.pass(60_000)
  expect([calls, hook.current.error]).toEqual([4, 'The amount is too high.'])
})

test('nothing is repeated once the page is left', async () => {
  const hook = await run(useCall)
  let calls = 0
  await hook.perform((now) => void now.runOnce(() => (calls++, Promise.reject(new TypeError('Failed to fetch')))))
  await hook.close()
  await hook.pass(60_000)
  expect(calls).toBe(1)
})

function Change() {
  const { change, codeField, error, isBusy } = useChange()
  const save = () => change(() => call('POST /api/claims', { body: {} as never }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {codeField}
      {error}
      <button type="submit" disabled={isBusy}>
        Save
      </button>
    </form>
  )
}

test('a change that requires a new confirmation asks for a code, confirms it first and is then sent again', async () => {
  let isConfirmed = false
  const page = await show(<Change />, {
    answer: ({ route }) => {
      if (route === 'POST /api/session/step-up') isConfirmed = true
      else if (!isConfirmed) return { status: 403, body: { error: { name: 'stepUpRequired', message: 'Confirm.' } } }
    },
  })
  await page.press('Save')
  expect(page.text).toContain('Confirm.')
  await page.enter(label('code'), '123456')
  await page.press('Save')
  expect(page.calls.map(({ route, body }) => [route, body])).toEqual([
    ['POST /api/claims', {}],
    ['POST /api/session/step-up', { code: '123456' }],
    ['POST /api/claims', {}],
  ])
  expect([page.has(label('code')), page.text.includes('Confirm.')]).toEqual([false, false])
})

test('any other refusal asks for no code', async () => {
  const page = await show(<Change />, {
    answer: () => ({ status: 422, body: { error: { name: 'notTighter', message: 'Not tighter.' } } }),
  })
  await page.press('Save')
  expect([page.has(label('code')), page.text]).toEqual([false, expect.stringContaining('Not tighter.')])
})
