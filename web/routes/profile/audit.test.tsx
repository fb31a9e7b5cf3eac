import { afterEach, expect, test, vi } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { FakeElement } from '#tests/setup/dom.ts'
import { type Answering, views } from '#tests/setup/hook.tsx'
import { textOf } from '#tests/setup/markup.tsx'
import { writeStored } from '../../device/storage.ts'
import { pinKeys } from '../../features/fairness/pinned-keys.ts'
// Loaded by the page on demand.
import '../../features/liabilities/check-report.ts'
import { AuditResult } from '../../features/own-audit/audit-result.tsx'
import type { AuditAnswer, AuditQuestion } from '../../features/own-audit/audit-worker.ts'
import { route } from './audit.tsx'

const show = views()
const words = labelsOf('own-audit')
const audited = {
  findings: [],
  count: 0,
  counts: {
    players: 1,
    rounds: 1200,
    recomputed: 1150,
    unrevealed: 50,
    pairs: 7,
    entries: 2400,
    draws: 6,
    recomputedDraws: 6,
  },
  madeAt: '2026-11-02T12:00:00.000Z',
  playerId: 'me',
  reportKey: 'key-1',
}
type Audited = Extract<AuditAnswer, { audited: unknown }>['audited']

/** Stands for the worker of the browser, which a test answers. */
class FakeWorker extends EventTarget {
  static readonly all: FakeWorker[] = []
  asked: AuditQuestion | null = null
  isEnded = false
  constructor() {
    super()
    FakeWorker.all.push(this)
  }
  postMessage(question: AuditQuestion) {
    this.asked = question
  }
  terminate() {
    this.isEnded = true
  }
  answer(data: AuditAnswer) {
    this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }
}

const file = new TextEncoder().encode('a packed file')
const periods = ['2026', '2026-11', '2026-10'].map((period) => ({ period, isFinal: false }))
const opened = async (files: Answering = () => ({ body: file }), listed: object[] = periods, profile = {}) => {
  FakeWorker.all.length = 0
  const page = await show(<route.View />, {
    path: '/profile/audit',
    answer(call) {
      if (call.route === 'GET /api/wallet/statements') return { body: listed }
      return call.route === 'GET /api/player/profile' ? { body: { id: 'me' }, ...profile } : files(call)
    },
  })
  vi.stubGlobal('Worker', FakeWorker)
  const files_ = () => page.calls.map(({ route: called }) => called).filter((each) => each.includes('audit-files'))
  return Object.assign(page, { requested: files_ })
}
const checked = async (answer: AuditAnswer) => {
  const page = await opened()
  await page.press(words.check!)
  await page.perform(() => FakeWorker.all[0]!.answer(answer))
  await page.pass(1)
  return page
}
afterEach(() => writeStored('local', 'liabilities-key', null))

test('the newest month is chosen at first, and the file of the chosen period is audited', async () => {
  const page = await opened()
  expect(page.find(words.period!).value).toBe('2026-11')
  await page.enter(words.period!, '2026')
  await page.press(words.check!)
  expect(page.requested()).toEqual(['GET /api/wallet/audit-files/2026'])
  const [worker] = FakeWorker.all
  expect(worker!.asked!.name).toBe('fairhouse-audit-2026.ndjson.gz')
  expect(new Uint8Array(await worker!.asked!.file.arrayBuffer())).toEqual(file)
  expect(page.text).toContain(words.checking)
  expect([page.find(words.check!).disabled, page.find(words.period!).disabled]).toEqual([true, true])
  await page.perform(() => worker!.answer({ audited }))
  await page.pass(1)
  expect([page.text.includes(words.good!), page.find(words.check!).disabled, worker!.isEnded]).toEqual([
    true,
    false,
    true,
  ])
  expect((await opened(undefined, periods.slice(0, 1))).find(words.period!).value).toBe('2026')
})

test('while the file is written, the page says so', async () => {
  const page = await opened(() => new Promise(() => undefined))
  await page.press(words.check!)
  expect(page.text).toContain(words.loading)
  expect(page.text).not.toContain(words.checking)
  expect(FakeWorker.all).toEqual([])
})

test('what is saved is the file that was audited, under the name that the auditor is given', async () => {
  const page = await checked({ audited })
  expect(page.text).toContain('npx fairhouse-audit fairhouse-audit-2026-11.ndjson.gz')
  const saved: unknown[] = []
  vi.spyOn(FakeElement.prototype, 'click').mockImplementation(function (this: FakeElement) {
    saved.push((this as unknown as { download: string }).download)
  })
  const object = vi.spyOn(URL, 'createObjectURL')
  await page.press(words.save!)
  expect(saved).toEqual(['fairhouse-audit-2026-11.ndjson.gz'])
  expect(object).toHaveBeenCalledExactlyOnceWith(FakeWorker.all[0]!.asked!.file)
  vi.restoreAllMocks()
  expect(page.requested()).toHaveLength(1)
})

test('a file of another player, or reports signed with another key than before, are named', async () => {
  expect((await checked({ audited: { ...audited, playerId: 'other' } })).text).toContain(words.anotherPlayer)
  writeStored('local', 'liabilities-key', null)
  pinKeys('liabilities-key', ['key-0'])
  const changed = await checked({ audited })
  expect(changed.text).toContain(words.keyChanged)
  expect(changed.text).not.toContain(words.anotherPlayer)
  const none = await checked({ audited: { ...audited, reportKey: null } })
  expect(none.text).not.toContain(words.keyChanged)
  expect(none.text).toContain(words.good)
})

test('a file that cannot be read can be saved still', async () => {
  const page = await checked({ unreadable: 'It is not packed, or truncated.' })
  expect(page.text).toContain(`${words.unreadable} It is not packed, or truncated.`)
  expect([page.has(words.save!), page.text.includes(words.rounds!)]).toEqual([true, false])
})

test.each([
  [429, 'tooMany'],
  [500, 'failed'],
])('a file that is refused with %s says so, and can be asked for again', async (status, label) => {
  let isRefused = true
  const page = await opened(() => (isRefused ? { status } : { body: file }))
  await page.press(words.check!)
  expect(page.text).toContain(words[label])
  expect(page.has(words.save!)).toBe(false)
  isRefused = false
  await page.press(words.check!)
  expect(page.text).not.toContain(words[label])
})

test('without knowing whose session it is, no file is called another player’s', async () => {
  const page = await opened(undefined, periods, { status: 503 })
  await page.press(words.check!)
  expect(page.text).toContain(words.failed)
  expect(page.text).not.toContain(words.anotherPlayer)
  expect(FakeWorker.all).toEqual([])
})

test('an auditor that breaks, and a page that is left, end the worker', async () => {
  const page = await opened()
  await page.press(words.check!)
  await page.perform(() => FakeWorker.all[0]!.dispatchEvent(new Event('error')))
  await page.pass(1)
  expect([page.text.includes(words.failed!), FakeWorker.all[0]!.isEnded]).toEqual([true, true])
  await page.press(words.check!)
  expect(FakeWorker.all[1]!.isEnded).toBe(false)
  await page.close()
  await page.pass(1)
  expect(FakeWorker.all[1]!.isEnded).toBe(true)
})

test('periods that could not be loaded are asked for again', async () => {
  let isBroken = true
  const page = await show(<route.View />, {
    answer: ({ route: called }) =>
      isBroken ? { status: 500 } : { body: called.includes('statements') ? periods : {} },
  })
  expect(page.text).toContain(words.loadFailed)
  isBroken = false
  await page.press(words.retry!)
  expect([page.has(words.check!), page.text.includes(words.loadFailed!)]).toEqual([true, false])
})

const result = (part: Partial<Audited & { isOwn: boolean; isKeyChanged: boolean }>) =>
  textOf(<AuditResult result={{ ...audited, isOwn: true, isKeyChanged: false, ...part }} />)

test('the result is good only if nothing disagrees, the file is one’s own and its key is known', () => {
  expect(result({})).toMatch(new RegExp(`^${words.good} ${words.goodText}`))
  for (const part of [{ isOwn: false }, { isKeyChanged: true }])
    expect(result(part)).toMatch(new RegExp(`^${words.doubtful} .* ${words.badText}`))
  const findings = [{ code: 'R1', where: 'round 7', text: 'another outcome' }] as unknown as Audited['findings']
  const bad = result({ findings, count: 1 })
  expect(bad).toContain(`1 thing does not agree ${words.badText} R1 round 7: another outcome`)
  expect(result({ count: 2 })).toContain('2 things do not agree')
})

test('the result counts what was audited, and explains rounds whose seed is in use', () => {
  const counts = result({})
  for (const part of [
    `${words.rounds} 1,200`,
    `${words.recalculated} 1,150`,
    `${words.unrevealed} 50`,
    `${words.pairs} 7`,
    `${words.entries} 2,400`,
    words.unrevealedNote!,
  ])
    expect(counts).toContain(part)
  expect(result({ counts: { ...audited.counts, unrevealed: 0 } })).not.toContain(words.unrevealedNote)
  expect(result({ counts: { ...audited.counts, unrevealed: 1 } })).toContain(words.unrevealedNote)
})

test('draws of jackpots are counted if there are any, and those whose seed is in use are explained', () => {
  const withDraws = (draws: number, recomputedDraws: number) =>
    result({ counts: { ...audited.counts, draws, recomputedDraws } })
  const some = withDraws(1_234, 1_200)
  for (const part of [`${words.draws} 1,234`, `${words.recalculatedDraws} 1,200`, words.unrevealedDrawsNote!])
    expect(some).toContain(part)
  const all = withDraws(6, 6)
  expect(all).toContain(`${words.draws} 6 ${words.recalculatedDraws} 6`)
  expect(all).not.toContain(words.unrevealedDrawsNote)
  const none = withDraws(0, 0)
  for (const label of [words.draws!, words.recalculatedDraws!, words.unrevealedDrawsNote!])
    expect(none).not.toContain(label)
})
