/** Verifies how server seeds were drawn. This chunk is loaded on demand. */
import type { DrawKey, FairRound, SeedPair } from '#contract/games.ts'
import type { LiabilityReport } from '#contract/liabilities.ts'
import { provideDigests } from '#contract/provide-digests.ts'
import { isDrawn, placeOf } from '#contract/seed-pair.ts'
import { thumbprintOf } from '#contract/vrf.ts'
import { api } from '../../api/client.ts'
import { pinKeys, pinnedKeys } from './pinned-keys.ts'

/** `oldRule`: the pair is older than the verifiable random function. `newKey`: its key was not announced. */
export type DrawVerdict = 'good' | 'bad' | 'newKey' | 'oldRule'

/** `playerId` is the viewer's id if the round is the viewer's own, otherwise null. */
export async function checkDraw(
  { drawn, clientSeed, serverSeed, game }: FairRound,
  playerId: string | null,
): Promise<DrawVerdict> {
  if (!drawn) return 'oldRule'
  const { key, place, proof, number } = drawn
  const isOwnPlace = playerId === null || place === (await placeOf({ owner: playerId, game: game.id, number }))
  const isGood =
    isOwnPlace &&
    proof !== null &&
    serverSeed !== null &&
    key.id === (await thumbprintOf(key)) &&
    (await isDrawn({ key, place, clientSeed, proof, serverSeed }))
  if (!isGood) return 'bad'
  return (await isKnownKey(key.id)) ? 'good' : 'newKey'
}

/**
 * A key is known if this browser has seen it before or has seen none, or if a signed report announced it before use.
 */
export async function isKnownKey(id: string): Promise<boolean> {
  const pinned = pinnedKeys('draw-keys')
  if (!pinned.includes(id)) {
    const keys = await api('GET /api/game/draw-keys')
    if (pinned.length === 0) pinKeys('draw-keys', usedOf(keys))
    else pinKeys('draw-keys', await announcedOf(keys))
  }
  const known = pinnedKeys('draw-keys')
  // If nothing can be stored, there is nothing to compare with.
  return known.length === 0 || known.includes(id)
}

const usedOf = (keys: DrawKey[]) => keys.filter(({ usedFrom }) => usedFrom !== null).map(({ id }) => id)

async function announcedOf(keys: DrawKey[]): Promise<string[]> {
  const { checkReports } = await import('../liabilities/check-report.ts')
  const reports = await api('GET /api/wallet/liabilities')
  const signed: LiabilityReport[] = []
  for (const report of reports) {
    const checked = await checkReports([report], null)
    if (typeof checked === 'object' && checked.isSigned && checked.key !== 'changed') signed.push(report)
  }
  // If a report announced several new keys, the site could choose between them afterwards.
  const announcing = signed.filter(({ drawKeys }, index) => {
    const before = signed[index + 1]?.drawKeys ?? []
    return drawKeys.filter((id) => !before.includes(id)).length <= 1
  })
  return keys
    .filter(({ id, usedFrom }) =>
      announcing.some(({ drawKeys, madeAt }) => usedFrom !== null && madeAt <= usedFrom && drawKeys.includes(id)),
    )
    .map(({ id }) => id)
}

export type PairsVerdict = {
  /** Numbers that are missing in the list. */
  missing: number[]
  /** Numbers of revealed pairs whose seed does not follow from the key. */
  wrong: number[]
  /** Numbers of pairs, except the newest, that were never revealed. */
  unrevealed: number[]
}

/** Checks the pairs of a player in a game, which are sorted newest first. */
export async function checkPairs(
  pairs: SeedPair[],
  { playerId, game }: { playerId: string; game: string },
): Promise<PairsVerdict> {
  await provideDigests()
  const keys = new Map((await api('GET /api/game/draw-keys')).map((key) => [key.id, key]))
  const numbers = new Set(pairs.map(({ number }) => number))
  const [newest, oldest] = [pairs[0]?.number ?? 0, pairs.length < maxListed ? 1 : (pairs.at(-1)?.number ?? 1)]
  const wrong: number[] = []
  let newer: string | null = null
  for (const { number, clientSeed, serverSeed, proof, key: id } of pairs) {
    const usedFrom = keys.get(id)?.usedFrom ?? ''
    // A key must not be older than that of an earlier pair, otherwise the site could choose between keys.
    const isInOrder = newer === null || usedFrom <= newer
    newer = usedFrom
    if (!isInOrder || !(await isKnownKey(id))) wrong.push(number)
    if (serverSeed === null || wrong.at(-1) === number) continue
    const place = await placeOf({ owner: playerId, game, number })
    const key = keys.get(id)
    const isGood = key && proof !== null && (await isDrawn({ key, place, clientSeed, proof, serverSeed }))
    if (!isGood) wrong.push(number)
  }
  return {
    missing: range(oldest, newest).filter((number) => !numbers.has(number)),
    wrong,
    unrevealed: pairs
      .filter(({ revealedAt, number }) => revealedAt === null && number !== newest)
      .map((pair) => pair.number),
  }
}

/** The maximum number of pairs that the site lists. */
const maxListed = 500
const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
