import { expect, test } from 'vitest'
import { views } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { runningRounds } from '../wallet/running-rounds.ts'
import LifeStrip from './life-strip.tsx'

const show = views()
const game = { id: 'dice', name: 'Dice', thumbnail: '' }
const win = { id: '1', game, nickname: 'Ma***', currency: 'EUR', stake: 100, win: 349, at: '', verifyUrl: '/rounds/1' }
const bodies: Record<string, unknown> = {
  'GET /api/game/lobby': { games: [{ id: 'crash', name: 'Flare', hasDemo: true }], rails: [] },
  'GET /api/game/shared-rounds/crash': { phase: 'waiting', bets: [] },
}
const answers =
  (more: Record<string, unknown>) =>
  ({ route }: { route: string }) => ({ body: { ...bodies, ...more }[route] ?? [] })

test('the strip is absent while there are no wins, no race, no quest and nobody in the shared round', async () => {
  const page = await show(<LifeStrip />, { answer: answers({}) })
  await page.pass(60_000)
  expect(page.text).toBe('')
})

test('the multiplier of a win comes first and is never rounded up; wins that arrive during a round wait', async () => {
  const winners = apiKey('GET /api/game/spins/winners')
  const page = await show(<LifeStrip />, { answer: answers({}), answers: [[winners, [win]]], isSignedIn: false })
  expect(page.text).toContain('3.4×')
  await page.perform(() => runningRounds.set(true))
  await page.perform(() => page.client.setQueryData(winners, [{ ...win, id: '2', win: 500 }, win]))
  expect(page.text).not.toContain('5×')
  await page.perform(() => runningRounds.set(false))
  expect(page.text).toContain('5×')
})
