import { expect, test, vi } from 'vitest'
import { contentOf, labelsOf } from '#tests/setup/content.ts'
import { type Answering, views } from '#tests/setup/hook.tsx'
import { PromoCode } from './promo-code.tsx'
import type { BonusChooserState } from './use-bonus-choice.ts'

const show = views()
const words = labelsOf('bonuses')
const titleOf = (file: string, name: string) => (contentOf(`alerts/${file}`)[name] as { title: string }).title
const code = {
  playerBonusCodeId: 'c1',
  bonusCode: 'HELLO',
  bonusId: 'welcome',
  trigger: 3,
}
async function promo(posts: Answering, part: Partial<BonusChooserState> = {}) {
  const on = { choose: vi.fn(), codeAdded: vi.fn(), leaveCode: vi.fn() }
  const state = {
    codes: [],
    codeBonus: undefined,
    choice: { kind: 'code' },
    ...on,
    ...part,
  } as unknown as BonusChooserState
  const page = await show(<PromoCode state={state} currency="EUR" name="bonus" />, { answer: posts })
  const sent = () => page.calls.map(({ route, body }) => [route.split(' ')[0], body])
  return { page, on, sent }
}

// Shows: 7.5.2
test('a code is entered without the spaces around it, by its button or by Enter, which sends no deposit', async () => {
  const { page, on, sent } = await promo(() => ({ body: { status: 1 } }))
  const add = () => page.find(words.addCode!)
  expect(add().disabled).toBe(true)
  await page.enter(words.codeLabel!, '   ')
  expect(add().disabled).toBe(true)
  await page.enter(words.codeLabel!, ' HELLO ')
  await page.press(words.addCode!)
  const first = [['POST', { bonusCode: 'HELLO', trigger: 1 }]]
  expect([sent(), on.codeAdded.mock.calls.length]).toEqual([first, 1])
  let isLeft = true
  await page.perform(() => void (isLeft = page.find(words.codeLabel!).dispatch('keydown', { key: 'Enter' })))
  expect([isLeft, sent().length]).toEqual([false, 2])
  await page.fire(page.find(words.codeLabel!), 'keydown', { key: 'a' })
  expect(sent()).toHaveLength(2)
  await page.press(words.cancel!)
  expect(on.leaveCode).toHaveBeenCalledOnce()
})

// Shows: 7.5.2, 8.7.2
test.each([
  [3, 'bonusCodeIncorrect'],
  [4, 'bonusCodeNotAvailable'],
])('a code with the status %i for registration and deposits is refused by the alert %s', async (status, alert) => {
  const { page, on, sent } = await promo(() => ({ body: { status } }))
  await page.enter(words.codeLabel!, 'HELLO')
  await page.press(words.addCode!)
  expect(sent()).toEqual([1, 3].map((trigger) => ['POST', { bonusCode: 'HELLO', trigger }]))
  expect([page.alerts, on.codeAdded.mock.calls.length]).toEqual([[titleOf('bonuses', alert)], 0])
})

test.each([
  [{ status: 429, body: { error: { name: 'tooManyAttempts' } } }, titleOf('bonuses', 'bonusCodeTooMany')],
  [{ status: 500 }, titleOf('common', 'somethingWrong')],
])('a code that cannot be tried says why, and can be tried again: %#', async (answer, title) => {
  const { page, on } = await promo(() => answer)
  await page.enter(words.codeLabel!, 'HELLO')
  await page.press(words.addCode!)
  expect([page.alerts, on.codeAdded.mock.calls.length, page.find(words.addCode!).disabled]).toEqual([[title], 0, false])
})

test('a code of the player can be removed, which restores the choice; one that is not removed stays chosen', async () => {
  const remove = words.removeCodeOf!.replace('{code}', 'HELLO')
  const { page, on, sent } = await promo(() => ({}), { codes: [code] })
  expect(page.text).toContain(words.codeNotForAmount)
  expect(page.has(words.addCode!)).toBe(false)
  await page.press(remove)
  expect(sent()).toEqual([['DELETE', { playerBonusCodeId: 'c1' }]])
  expect(on.leaveCode).toHaveBeenCalledOnce()
  const failed = await promo(() => ({ status: 500 }), { codes: [code] })
  await failed.page.press(remove)
  expect([failed.on.leaveCode.mock.calls.length, failed.page.alerts]).toEqual([
    0,
    [titleOf('common', 'somethingWrong')],
  ])
})

test('the entry of a code is shown once it is chosen', async () => {
  const { page, on } = await promo(() => ({}), {
    choice: { kind: 'declined', by: 'player' },
  })
  expect(page.has(words.addCode!)).toBe(false)
  await page.perform(() => {
    const [radio] = page
      .find(words.haveCode!)
      .closest('label')!
      .all()
      .filter(({ type }) => type === 'radio')
    radio!.writeChecked(true)
    radio!.dispatch('click')
  })
  expect(on.choose.mock.calls).toEqual([[{ kind: 'code' }]])
})
