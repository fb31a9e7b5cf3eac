/**
 * What the site publishes for authors of verifiers: text, tables and test vectors. `node games/published/publish.ts` writes
 * them to fairness.json, from the games' own maths; with `--check` it fails if the file differs.
 */
import { createHash, createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import {
  type BalanceProof,
  leafInput,
  nodeInput,
  type Node,
  partsPerBalance,
  statementOf,
  toHex,
} from '#contract/liability-proof.ts'
import { drawnNumber, jackpotLevels } from '#contract/jackpot-odds.ts'
import { drawInput, placeOf } from '#contract/seed-pair.ts'
import { outputOf, thumbprintOf, toBase64Url } from '#contract/vrf.ts'
import { maths as crash } from '../crash/maths.ts'
import { openDraw, sha256Hex } from '../fairness.ts'
import { games } from '../games.ts'
import { drawnBy, hashBefore } from '../shared.ts'
import vrf from '../studio/vrf-vectors.json' with { type: 'json' }
import { publishedFile } from './read-published.ts'
import { tablesOf } from './tables.ts'
import { general, jackpots, liabilities, ofGame, type Section } from './text.ts'
import { type Vector, vectorsOf } from './vectors.ts'

export type PublishedGame = {
  game: string
  version: string
  unit: number
  text: string[]
  tables: Record<string, unknown>
  vectors: Vector[]
}
export type Published = {
  format: 1
  sections: Section[]
  vectors: {
    vrf: Array<{ n: string; input: string; proof: string; output: string; thumbprint: string }>
    place: { player: string; game: string; number: number; place: string; clientSeed: string; input: string }
    numbers: Array<{
      serverSeed: string
      serverSeedHash: string
      clientSeed: string
      nonce: number
      draws: Array<[number, number]>
    }>
    liabilities: ReturnType<typeof liabilityVectors>
    jackpots: Array<{
      serverSeed: string
      clientSeed: string
      nonce: number
      levels: Array<{ level: string; contribution: number; cap: number; pot: number; drawn: number; won: number }>
    }>
    points: Array<{ salt: string; hash: string; before: string; point: number }>
  }
  games: PublishedGame[]
}

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())
const player = '0190d3a1-5f2e-7c44-9a68-2f6f3f1f7b21'

async function vrfVectors(): Promise<Published['vectors']['vrf']> {
  return Promise.all(
    vrf.examples.map(async ({ key, alpha, pi, beta }) => {
      const { n, e } = vrf.keys[key]!
      const proof = Uint8Array.from(Buffer.from(pi, 'hex'))
      if ((await outputOf(proof)) !== beta) throw new Error('a vector of RFC 9381 is wrong')
      const input = Buffer.from(alpha, 'hex').toString('utf8')
      return { n, input, proof: toBase64Url(proof), output: beta, thumbprint: await thumbprintOf({ n, e }) }
    }),
  )
}

async function placeVector(): Promise<Published['vectors']['place']> {
  const [game, number, clientSeed] = ['dice', 12, 'my own words']
  const place = await placeOf({ owner: player, game, number })
  return { player, game, number, place, clientSeed, input: drawInput(place, clientSeed) }
}

/** Bounds that reach further blocks, and one that skips three of ten words. */
const bounds = [6, 52, 10_000, 2 ** 16, ...Array.from({ length: 12 }, () => 3_000_000_000), 2 ** 32, 1]

async function numberVectors(): Promise<Published['vectors']['numbers']> {
  const serverSeed = await sha256Hex('test vector of the numbers')
  return Promise.all(
    [
      { clientSeed: 'my own words', nonce: 0 },
      { clientSeed: ' ~"\\', nonce: 1_234_567 },
    ].map(async (round) => {
      const draw = await openDraw(serverSeed, round.clientSeed, round.nonce)
      const draws: Array<[number, number]> = []
      for (const bound of bounds) draws.push([bound, await draw.below(bound)])
      return { serverSeed, serverSeedHash: await sha256Hex(serverSeed), ...round, draws }
    }),
  )
}

/** A tree of eight leaves, of which four belong to one player. */
function liabilityVectors() {
  const [report, currency] = ['0190d3a1-6000-7abc-8def-0123456789ab', 'EUR']
  const salt = (name: string) => sha256(Buffer.from(`test vector, salt ${name}`))
  const others = [5n, 0n, 123_456_789_012n, 40n].map((sum, index): Node => ({
    hash: salt(`of another leaf ${index}`),
    sum,
  }))
  const own = Array.from({ length: partsPerBalance }, (_, part) => ({
    report,
    currency,
    playerId: player,
    part,
    amount: BigInt(100 * part + 1),
    salt: salt(String(part)),
  }))
  const positions = [6, 0, 3, 5]
  const level: Node[] = []
  for (const [part, leaf] of own.entries())
    level[positions[part]!] = { hash: sha256(leafInput(leaf)), sum: leaf.amount }
  for (let position = 0; position < 8; position++) level[position] ??= others.shift()!
  const levels = [level]
  while (levels.at(-1)!.length > 1) {
    const below = levels.at(-1)!
    levels.push(
      Array.from({ length: below.length / 2 }, (_, index) => {
        const [left, right] = [below[index * 2]!, below[index * 2 + 1]!]
        return { hash: sha256(nodeInput(left, right)), sum: left.sum + right.sum }
      }),
    )
  }
  const root = levels.at(-1)![0]!
  const wire = ({ hash, sum }: Node) => ({ hash: toHex(hash), sum: Number(sum) })
  const proof: BalanceProof = {
    currency,
    amount: own.reduce((sum, { amount }) => sum + Number(amount), 0),
    parts: own.map(({ part, amount, salt: partSalt }) => ({
      part,
      position: positions[part]!,
      amount: Number(amount),
      salt: toHex(partSalt),
      path: levels.slice(0, -1).map((nodes, depth) => wire(nodes[(positions[part]! >> depth) ^ 1]!)),
    })),
  }
  const tree = { currency, leaves: level.length, total: Number(root.sum), root: toHex(root.hash) }
  const statement = statementOf({
    number: 2,
    id: report,
    madeAt: '2026-01-02T00:00:00.000Z',
    previous: toHex(salt('of the statement before')),
    trees: [tree],
    holdings: [{ holder: 'clearing:bank', currency, amount: tree.total }],
    jackpots: [
      {
        id: 'eur-1',
        currency,
        draws: 41,
        pots: [723, 5_082, 50_041],
        sideStake: 10,
        contributions: [3, 2, 1],
        seeds: [600, 5_000, 50_000],
        caps: [2_100, 50_000, 500_000],
      },
    ],
    drawKeys: ['NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'],
    auditSeal: null,
  })
  return {
    report,
    player,
    leaf: toHex(sha256(leafInput(own[0]!))),
    node: toHex(levels[1]![0]!.hash),
    tree,
    proof,
    statement,
    statementHash: toHex(sha256(Buffer.from(statement))),
  }
}

async function pointVectors(): Promise<Published['vectors']['points']> {
  const { pointOf } = crash.shared
  const points: Published['vectors']['points'] = []
  let hash = await sha256Hex('test vector of a chain')
  const salt = '0000000000000000000222b0a4a7e5c7b5ac7b1e0c9a8e9d3d0f4b4d6d2f1a55'
  while (points.length < 5) {
    points.push({ salt, hash, before: await hashBefore(hash), point: pointOf(await drawnBy(salt, hash)) })
    hash = points.at(-1)!.before
  }
  return points
}

/** One with an ordinary draw, one that wins because no other number is left, and one that skips an integer. */
async function jackpotVectors(): Promise<Published['vectors']['jackpots']> {
  const serverSeed = await sha256Hex('test vector of a jackpot')
  const clientSeed = 'my-own-words'
  // Leaves a remainder of 2^63 that one integer in 1,250 falls into.
  const wide = 9_000_000_000_000_000
  return Promise.all(
    [
      { nonce: 0, pots: [600, 5_000, 50_000], caps: [2_100, 50_000, 500_000] },
      { nonce: 7, pots: [2_097, 49_998, 499_999], caps: [2_100, 50_000, 500_000] },
      { nonce: await nonceThatSkips(serverSeed, clientSeed, wide), pots: [0, 0, 0], caps: [wide, wide, wide] },
    ].map(async ({ nonce, pots, caps }) => ({
      serverSeed,
      clientSeed,
      nonce,
      levels: await Promise.all(
        jackpotLevels.map(async (level, place) => {
          const [pot, cap, contribution] = [pots[place]!, caps[place]!, 3 - place]
          const message = `${clientSeed}:${nonce}:${level}`
          const drawn = Number(await drawnNumber(serverSeed, message, BigInt(cap - pot)))
          return { level, contribution, cap, pot, drawn, won: drawn < contribution ? pot + contribution : 0 }
        }),
      ),
    })),
  )
}

/** The first nonce whose first integer for the mini is not below the limit. */
async function nonceThatSkips(serverSeed: string, clientSeed: string, span: number): Promise<number> {
  const highest = 2n ** 63n - 1n
  const limit = highest - (highest % BigInt(span))
  for (let nonce = 0; ; nonce++) {
    const block = createHmac('sha256', serverSeed).update(`${clientSeed}:${nonce}:mini:0`).digest()
    if ((block.readBigUInt64BE() & highest) >= limit) return nonce
  }
}

export async function publish(): Promise<Published> {
  const published: PublishedGame[] = []
  for (const maths of games) {
    const text = ofGame[maths.slug as keyof typeof ofGame] ?? (maths.kind === 'slot' ? [] : undefined)
    if (!text) throw new Error(`text.ts does not describe the draws of ${maths.slug}`)
    const { slug: game, version, unit } = maths
    published.push({ game, version, unit, text, tables: tablesOf(maths), vectors: await vectorsOf(maths) })
  }
  return {
    format: 1,
    sections: [...general, ...jackpots, ...liabilities],
    vectors: {
      vrf: await vrfVectors(),
      place: await placeVector(),
      numbers: await numberVectors(),
      liabilities: liabilityVectors(),
      jackpots: await jackpotVectors(),
      points: await pointVectors(),
    },
    games: published,
  }
}

/** One line for each value that has no objects in it, so that a change of one table is a change of few lines. */
export function format(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null || !hasObject(value)) return JSON.stringify(value)
  const inner = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((item) => inner + format(item, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${inner}${JSON.stringify(key)}: ${format(item, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

const hasObject = (value: object) =>
  JSON.stringify(value).length > 160 &&
  Object.values(value).some((item) => typeof item === 'object' || typeof item === 'string')

if (import.meta.main) {
  const text = `${format(await publish())}\n`
  if (!process.argv.includes('--check')) writeFileSync(publishedFile, text)
  else if (readFileSync(publishedFile, 'utf8') !== text) process.exitCode = 1
}
