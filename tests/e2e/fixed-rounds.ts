/** Rounds that a test sets, so that the cards on the table do not depend on chance. */
import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright-core'
import type { FloorOutcome } from '#contract/floor-rounds.ts'
import type { View } from '#contract/rounds.ts'
import type { PlayReply, PlayRequest, StudioRound } from '#games/studio-api.ts'

type FixedRound = Pick<StudioRound, 'status' | 'payout' | 'progress' | 'outcome'>

export const continuing = (view: View): FixedRound => ({
  status: 'playing',
  payout: 0,
  progress: { view, acts: 0 },
  outcome: null,
})
export const finished = (view: View, payout: number): FixedRound => ({
  status: 'settled',
  payout,
  progress: { view, acts: 0 },
  outcome: { acts: [], view, payout },
})
export const decided = (outcome: FloorOutcome): FixedRound => ({
  status: 'settled',
  payout: outcome.payout,
  progress: null,
  outcome,
})

/**
 * Answers the plays and acts of the page's game in place of the studio. The returned function presses the main button,
 * and resolves once the game has shown the given round and waits for the player.
 */
export async function fixedRounds(page: Page): Promise<(round: FixedRound) => Promise<void>> {
  let next: FixedRound
  let played: PlayRequest & { id: string }
  const answer = (route: Route) => {
    const { playId, stake, choice } = played
    const round = { id: played.id, playId, stake, choice, extraStake: 0, nonce: 1, createdAt: '2026-01-01T00:00:00Z' }
    const fairness = { pair: 1, serverSeedHash: 'a'.repeat(64), clientSeed: 'a test', nextNonce: 2 }
    return route.fulfill({ json: { balance: 1000_00, fairness, round: { ...round, ...next } } satisfies PlayReply })
  }
  await page.route('**/studio/api/play', (route) => {
    played = { ...(route.request().postDataJSON() as PlayRequest), id: randomUUID() }
    return answer(route)
  })
  await page.route('**/studio/api/act', answer)
  const button = page.frameLocator('[data-playing] iframe').locator('.play:not([aria-disabled=true])')
  return async (round) => {
    next = round
    // The button is disabled from the press until the answer is shown.
    const answered = page.waitForResponse(/\/studio\/api\/(play|act)$/)
    await button.click({ timeout: 20_000 })
    await answered
    await button.waitFor()
  }
}
