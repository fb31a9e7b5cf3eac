import { execFileSync } from 'node:child_process'
import { expect } from 'vitest'
import { fund, launchGame, registerPlayer, send } from '#tests/product/site-player.ts'
import type { GuidedSite } from '#tests/setup/guide.ts'

export async function check(site: GuidedSite): Promise<void> {
  const { url, folder } = site
  const player = await registerPlayer(site)
  await fund(player, 5_000)
  const token = await launchGame(site, player, 'probe')
  const played = await send(`${url}/studio/api/play`, 'POST', {
    token,
    body: { playId: crypto.randomUUID(), stake: 300, choice: null },
  })
  expect([played.status, played.body.round?.status]).toEqual([200, 'settled'])

  const { status, body: round } = await player.call('POST', `/api/game/rounds/${played.body.round.id}/reveal`)
  expect(status).toBe(200)
  const recalculated = evaluate(
    folder,
    `const { recompute } = await import('#games/verifier/recompute.ts')
     const { factsOf } = await import('#web/features/fairness/facts.ts')
     const { outcome, fingerprint } = await recompute(factsOf(${JSON.stringify(round)}))
     console.log(JSON.stringify({ outcome, fingerprint }))`,
  )
  expect(recalculated).toEqual({ outcome: round.outcome, fingerprint: round.serverSeedHash })

  await expectAnswer(`${url}/games/probe`, /<h1[^>]*>Probe</)
  await expectAnswer(`${url}/studio/play/probe?token=${token}`, /<title>Probe<\/title>/)
  await expectAnswer(`${url}/studio/art/probe/tile.svg`, /^<svg /)
  await expectAnswer(`${url}/studio/art/probe/symbols/p1.svg`, /^<svg /)
}

async function expectAnswer(address: string, text: RegExp): Promise<void> {
  const answer = await fetch(address)
  expect(answer.status, address).toBe(200)
  expect(await answer.text(), address).toMatch(text)
}

/** What code prints in the guided copy. */
function evaluate(folder: string, code: string): unknown {
  const run = ['--input-type=module', '--eval', code]
  return JSON.parse(execFileSync(process.execPath, run, { cwd: folder, encoding: 'utf8' }))
}
