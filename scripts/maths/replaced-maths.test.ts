/**
 * Tests of the store of replaced versions: any build can decide the rounds of earlier versions again, with the same
 * results.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { verifyRound } from '#tests/setup/verify-round.ts'
import { games, mathsOf } from '#games/games.ts'
import { mathsHash, mathsSourceTexts } from '#games/maths-hash.ts'
import { listMaths, readMaths } from '#games/published/maths-sources.ts'
import { readCurrent, readPublished, replacedFile } from '#games/published/read-published.ts'
import { loadReplaced, versions } from '#games/replaced/versions.ts'
import { NotOffered, recompute } from '#games/verifier/recompute.ts'
import { createInHouseStudio } from '#server/partners/game-studio/in-house-studio.ts'
import { importMaths } from '#tests/setup/import-maths.ts'
import { bundleMaths } from './bundle-maths.ts'
import { lostStakes } from './lost-stakes.ts'
import { digestOf, type KnownRounds, knownRoundsFile, versionName } from './known-rounds.ts'

const known = JSON.parse(readFileSync(knownRoundsFile, 'utf8')) as KnownRounds

// Shows: 11.45, attack 147
test('every version that ever decided rounds is in this build, and gives the recorded results', async () => {
  await loadReplaced()
  for (const [name, digest] of Object.entries(known)) {
    const [slug = '', version] = name.split('@')
    const maths = mathsOf(slug, version)
    if (!maths) throw new Error(`${name} is gone: run "npm run replace-maths" before a version is replaced`)
    expect(await digestOf(maths), `${name}: a change of results needs a new version`).toBe(digest)
  }
})

// Shows: change 8
test('the current version of a game accepts every stake of earlier versions, because free spins may have been granted with it', async () => {
  await loadReplaced()
  for (const { slug, version } of versions)
    expect(lostStakes(mathsOf(slug, version)!, mathsOf(slug)!), `${slug}@${version}`).toEqual([])
  const dice = mathsOf('dice')!
  expect(lostStakes(dice, dice)).toEqual([])
  expect(lostStakes(dice, { ...dice, unit: 20 })).toContain('EUR')
  expect(lostStakes({ ...dice, volatility: 'low' }, { ...dice, volatility: 'extreme' })).toContain('EUR')
})

test('the results of every game are recorded; "npm run known-rounds" records new versions', () => {
  expect(games.map(versionName).filter((name) => !(name in known))).toEqual([])
})

test.each(['dice', 'keno', 'mines', 'blackjack-surrender', 'crash', 'ember-forge', 'honeyfall', 'kite-festival'])(
  'the bundled maths of %s has no imports and gives the same results',
  async (slug) => {
    const code = await bundleMaths(slug)
    expect(code).not.toMatch(/^import |\bimport\(|\brequire\(/m)
    const { maths } = await importMaths(code)
    expect(await digestOf(maths)).toBe(known[`${slug}@${mathsOf(slug)!.version}`])
  },
)

// Shows: 11.45, change 7
test('a round of a replaced version is recalculated with that version, and its wins are paid up to the maximum of that version', async () => {
  const code = await bundleMaths('dice')
  const older = await importMaths(code.replace('rtp = 9900', 'rtp = 9000').replaceAll('"1.0.0"', '"0.9.0"'))
  const facts = {
    game: 'dice',
    mathsVersion: '0.9.0',
    serverSeed: 'd1'.repeat(32),
    clientSeed: 'mine',
    stake: 100,
    choice: { target: 4_500, direction: 'under' as const },
  }
  const totalPaid = async (mathsVersion: string) => {
    let paid = 0
    for (let nonce = 0; nonce < 40; nonce++) {
      // The browser's function, which loads the version; the studio's then finds it.
      const { outcome } = await recompute({ ...facts, mathsVersion, nonce })
      expect((await verifyRound({ ...facts, mathsVersion, nonce })).outcome).toEqual(outcome)
      paid += outcome.payout
    }
    return paid
  }
  await expect(totalPaid('0.9.0')).rejects.toThrow(NotOffered)
  versions.push({ slug: 'dice', version: '0.9.0', maxWinMultiplier: 5_000, load: async () => older })
  onTestFinished(() => void versions.pop())
  const sources = mathsSourceTexts('dice')
  const game = { ...readCurrent().games.find((each) => each.game === 'dice')!, version: '0.9.0' }
  const file = replacedFile(game)
  writeFileSync(file, JSON.stringify({ sources, game }))
  onTestFinished(() => rmSync(file))
  const listed = { game: 'dice', version: '0.9.0', hash: mathsHash('dice'), isCurrent: false }
  expect(listMaths()).toContainEqual(listed)
  expect(readMaths(listed)).toEqual({ ...listed, sources })
  expect(readPublished().games.at(-1)).toEqual(game)
  expect(await totalPaid('0.9.0')).toBe(((await totalPaid('1.0.0')) / 99) * 90)
  const dice = createInHouseStudio({ secret: 'a secret' }).games.find(({ slug }) => slug === 'dice')!
  expect([dice.replacedMaxWin, dice.mathsVersion]).toEqual([5_000, '1.0.0'])
})
