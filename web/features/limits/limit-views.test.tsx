/** Tests of the views of limits, rendered from fixtures. */
import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { noEnd } from '#contract/break-ends.ts'
import type { Limit, Protection } from '#contract/limits.ts'
import { markupOf, type RenderOptions, textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../api/use-api.ts'
import { modal as addLimit } from '../../modals/add-cash-limit.tsx'
import { modal as editLimit } from '../../modals/edit-cash-limit.tsx'
import { modal as gameLimit } from '../../modals/game-limit-reached.tsx'
import { modal as exclusion } from '../../modals/self-exclusion-limit.tsx'
import { LimitNotice } from '../../modals/wallet/limit-notice.tsx'
import { DepositLimitCard } from '../../modals/wallet/deposit-limit-card.tsx'
import { LimitPrompt } from '../../modals/wallet/limit-prompt.tsx'
import { LimitCard } from '../../routes/profile/limits/limit-card.tsx'
import { ExclusionText } from '../../shell/exclusion-notice.tsx'
import { LimitSuggestion } from '../../shell/limit-notice.tsx'
import { UserNav } from '../../shell/user-nav.tsx'

const limit = (change: Partial<Limit> = {}): Limit => ({
  id: '5b0a1c86-0000-4000-8000-000000000000',
  definition: 3,
  period: 'daily',
  amount: 10_000,
  currentAmount: 2500,
  reservedAmount: null,
  reservedUntil: null,
  currency: 'EUR',
  endsAt: '2026-11-22T00:00:00.000Z',
  mayEnd: false,
  pending: null,
  createdAt: '2026-11-21T00:00:00.000Z',
  ...change,
})
const defaultProtection: Protection = {
  limitPrompts: ['registration', 'first-deposit'],
  missingLimits: [],
  increaseDelayHours: 24,
  exclusionEndDelayHours: 24,
  coolingOffPeriods: ['1-day', '1-week'],
  selfExclusionPeriods: ['6-months'],
  ceilings: [],
  highestStake: null,
  canCancelWithdrawals: false,
}
const seen = (limits: Limit[], protection: Partial<Protection> = {}): RenderOptions => ({
  answers: [
    [apiKey('GET /api/player/profile'), { id: 'a1b2c3d4-0000-4000-8000-000000000000', status: 1, details: {} }],
    [apiKey('GET /api/wallet/accounts'), []],
    [apiKey('GET /api/player/limits'), limits],
    [apiKey('GET /api/player/protection'), { ...defaultProtection, ...protection }],
  ],
})

/** The title of a modal must be rendered inside a dialog. */
const inDialog = (view: ReactNode) => <Dialog.Root open>{view}</Dialog.Root>

// Shows: 2.6.1, 10.5
test('player protection 5: the user menu and the deposit link to the limits', () => {
  expect(markupOf(<UserNav />, seen([]))).toContain('href="/profile/limits"')
  expect(markupOf(<DepositLimitCard currency="EUR" />, seen([]))).toContain('href="/profile/limits"')
})

// Shows: 10.1
test('player protection 1: before the first deposit a limit is suggested, which the player may decline', () => {
  expect(textOf(<LimitPrompt />, seen([]))).toMatch(/^Set a deposit limit .* Set a limit Not now$/)
  expect(textOf(<LimitPrompt />, seen([limit()]))).toBe('')
  expect(textOf(<LimitPrompt />, seen([], { limitPrompts: ['registration'] }))).toBe('')
})

// Shows: 10.1
test('player protection 1: after registration a limit is suggested to that player only, if the policy requires it', () => {
  const suggestion = (playerId: string) => <LimitSuggestion playerId={playerId} onDecline={() => undefined} />
  const own = suggestion('a1b2c3d4-0000-4000-8000-000000000000')
  expect(textOf(own, seen([]))).toMatch(/limit on your deposits .* Set a limit Not now$/)
  expect(textOf(own, seen([limit()]))).toBe('')
  expect(textOf(own, seen([], { limitPrompts: ['first-deposit'] }))).toBe('')
  expect(textOf(suggestion('ffffffff-0000-4000-8000-000000000000'), seen([]))).toBe('')
})

// Shows: 2.6.3
test('the deposit notice shows a break first, then a used-up limit in this currency, then one that counts in all currencies', () => {
  const notice = (limits: Limit[]) => textOf(<LimitNotice currency="EUR" onBack={() => undefined} />, seen(limits))
  const usedUp = { currentAmount: 10_000 }
  expect(notice([limit({ ...usedUp, currency: 'USD' }), limit(usedUp)])).toMatch(/You set a limit of €100\.00 per day/)
  const elsewhere = notice([limit({ ...usedUp, currency: 'USD' }), limit()])
  expect(elsewhere).toContain('It counts deposits in every currency')
  expect(elsewhere).not.toMatch(/[$€]|Another amount|Choose another/)
  expect(notice([limit()])).toContain('€75.00')
  const pause = limit({ definition: 5, period: '1-day', amount: null, endsAt: '2026-11-22T00:00:00.000Z' })
  expect(notice([limit(usedUp), pause])).toMatch(
    /^You are in a cooling-off period Your cooling-off period lasts until November 22, 2026 .* What you can do now$/,
  )
})

test('the exclusion notice shows kind and end, and no limit is suggested during an exclusion', () => {
  const running = { definition: 4, endsAt: '2026-11-22T00:00:00.000Z', isTermOver: false, isForced: false }
  const shown = (change: object) => textOf(<ExclusionText exclusion={{ ...running, ...change }} />, seen([]))
  expect(shown({})).toMatch(
    /^You are self-excluded until at least November 22, 2026 .* you can withdraw it .* What you can do now$/,
  )
  expect(shown({ endsAt: noEnd })).toContain('You are self-excluded without an end date.')
  expect(shown({ isTermOver: true })).toContain('stays in force until you end it yourself, and for 24 hours')
  expect(shown({ definition: 5 })).toContain('Your cooling-off period lasts until November 22')
  expect(shown({ definition: 5, isForced: true })).toContain('We have paused your play until November 22')
  const { answers } = seen([])
  const id = 'a1b2c3d4-0000-4000-8000-000000000000'
  const profile = [apiKey('GET /api/player/profile'), { id, status: 1, details: {}, exclusion: running }] as const
  const own = <LimitSuggestion playerId={id} onDecline={() => undefined} />
  expect(textOf(own, { answers: [...answers!.slice(1), [...profile]] })).toBe('')
})

test('the prompt for a legally required limit contains its period and cannot be declined', () => {
  const missingLimits = [{ definition: 3, period: 'monthly' }]
  const text = textOf(<LimitPrompt />, seen([limit()], { missingLimits }))
  expect(text).toContain('requires a deposit limit before you can deposit: Monthly.')
  expect(text).not.toContain('Not now')
})

test('a limit shows kind, amount and usage as a bar, and play time is in minutes', () => {
  expect(textOf(<LimitCard limit={limit()} />, seen([]))).toMatch(/^Deposits €100\.00 Change €25\.00 of €100\.00 used/)
  const time = limit({ definition: 6, amount: 60, currentAmount: 60, currency: null })
  expect(textOf(<LimitCard limit={time} />, seen([]))).toMatch(
    /^Play time 60 minutes Change 60 minutes of 60 minutes used/,
  )
  expect(markupOf(<LimitCard limit={time} />, seen([]))).toMatch(/aria-valuenow="100"[^>]*data-tone="warning"/)
  const stake = limit({ definition: 7, period: 'round', currentAmount: null })
  expect(markupOf(<LimitCard limit={stake} />, seen([]))).not.toContain('progressbar')
})

test('the form offers all kinds of limits, with periods and an explanation of what counts', () => {
  const shown = (value: string) => textOf(inDialog(<addLimit.View value={value} />), seen([]))
  expect(shown('daily')).toContain('Deposits Losses Stakes Play time Stake per round')
  expect(shown('loss')).toContain('your stakes minus your winnings')
  expect(shown('playTime')).toContain('Minutes')
  expect(shown('stake')).not.toContain('Weekly')
})

test("raising a limit shows the policy's delay", () => {
  const { id } = limit()
  const text = textOf(inDialog(<editLimit.View value={id} />), seen([limit()], { increaseDelayHours: 72 }))
  expect(text).toContain('takes 72 hours')
  expect(text).toContain('Deposits: Daily')
})

test('the modal for a break offers only the periods of the policy', () => {
  const text = textOf(inDialog(<exclusion.View value="cooling-off" />), seen([]))
  expect(text).toContain('1 week')
  expect(text).not.toContain('3 months')
})

test('no period of a break is chosen beforehand, and what happens to money, bets and bonuses is stated', () => {
  for (const kind of ['cooling-off', 'self-exclusion']) {
    const view = inDialog(<exclusion.View value={kind} />)
    expect(markupOf(view, seen([]))).not.toMatch(/type="radio"[^>]*checked/)
    expect(markupOf(view, seen([]))).toMatch(/<button[^>]*disabled[^>]*>.*Choose a duration/s)
    expect(textOf(view, seen([]))).toMatch(/balance stays yours.*Open bets and rounds.*Bonuses and free spins/)
  }
})

test('a limit that a lower one or other currencies have exceeded is named as used up', () => {
  const over = limit({ currentAmount: 20_000 })
  expect(textOf(<LimitCard limit={over} />, seen([]))).toContain('Limit of €100.00 used up: €200.00 in this period')
})

test('the modal of a refused stake shows the limit with the least remaining, or the legal maximum', () => {
  const shown = (value: string, limits: Limit[], protection: Partial<Protection> = {}) =>
    textOf(inDialog(<gameLimit.View value={value} />), seen(limits, protection))
  const daily = limit({ definition: 1, currentAmount: 9000 })
  const weekly = limit({ definition: 1, period: 'weekly', amount: 50_000, currentAmount: 10_000 })
  expect(shown('bet', [weekly, daily])).toContain('You set a limit of €100.00 a day on your stakes')
  expect(shown('playTime', [limit({ definition: 6, amount: 30, currentAmount: 30, currency: null })])).toContain(
    'You have played for as long as you allowed yourself: 30 minutes a day',
  )
  expect(shown('stake', [], { highestStake: { amount: 100, currency: 'EUR' } })).toContain('limited to €1.00')
  expect(shown('true', [limit({ definition: 5, period: '1-week', amount: null, currentAmount: null })])).toContain(
    'Your cooling-off period lasts until November 22, 2026',
  )
})

test('the modal of a refused stake shows a skeleton until the limits are loaded', () => {
  const { answers = [] } = seen([])
  const unread = answers.filter(([[route]]) => route !== 'GET /api/player/limits')
  for (const value of ['true', 'bet', 'stake']) {
    const dialog = inDialog(<gameLimit.View value={value} />)
    expect(markupOf(dialog, { answers: unread })).toMatch(/skeleton/i)
    expect(textOf(dialog, { answers: unread })).not.toMatch(/You are in a cooling-off period|You set this limit|until/)
  }
})

test('the modal of a refused stake says that an open round continues', () => {
  const { answers = [] } = seen([limit({ definition: 1, currentAmount: 9000 })])
  const shown = (open: object[]) =>
    textOf(inDialog(<gameLimit.View value="bet" />), {
      answers: [...answers, [apiKey('GET /api/game/open-rounds'), open]],
    })
  expect(shown([{ gameId: 'blackjack', currency: 'EUR' }])).toContain('Your open round continues')
  expect(shown([])).not.toContain('round')
})
