/** What a player can notice with nothing but the signed root and the own proof. */
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type BalanceProof,
  checkProof,
  type Hash,
  nodeBytes,
  type PublishedTree,
  sumBytes,
  toHex,
} from '#contract/liability-proof.ts'
import { buildTree, type Owed, readNode, sha256, type Tree } from './tree.ts'

const report = randomUUID()
const currency = 'EUR'
const hash: Hash = async (input) => sha256(input)
const [ana, ben, eva] = ['a', 'b', 'e'].map((first) => first + randomUUID().slice(1)) as [string, string, string]
const balances: Owed[] = [
  { playerId: ana, amount: 12_345n },
  { playerId: ben, amount: 12_345n },
  { playerId: eva, amount: 1n },
]
const build = (owed: Owed[]) => buildTree({ report, currency, owed }, randomBytes)

/** As published. */
const shown = ({ leaves, root }: Tree): PublishedTree => ({
  currency,
  leaves,
  total: Number(root.sum),
  root: toHex(root.hash),
})

function prove({ placed, levels }: Tree, playerId: string): BalanceProof {
  const own = placed.filter((leaf) => leaf.playerId === playerId)
  return {
    currency,
    amount: own.reduce((sum, { amount }) => sum + Number(amount), 0),
    parts: own.map(({ part, position, amount, salt }) => ({
      part,
      position,
      amount: Number(amount),
      salt: toHex(salt),
      path: levels.map((level, height) => {
        const beside = readNode(level, (position >> height) ^ 1)
        return { hash: toHex(beside.hash), sum: Number(beside.sum) }
      }),
    })),
  }
}
const check = (tree: PublishedTree, proof: BalanceProof, playerId = ana, of = report) =>
  checkProof({ report: of, playerId, tree, proof }, hash)

// Shows: 11.1
test('every balance is proven to be part of the published total', async () => {
  const tree = await build(balances)
  expect(shown(tree)).toMatchObject({ leaves: 64, total: 24_691 })
  for (const { playerId, amount } of balances) {
    const proof = prove(tree, playerId)
    expect(proof.amount).toBe(Number(amount))
    expect(await check(shown(tree), proof, playerId)).toBeNull()
  }
})

test('the largest balance that JSON can represent is proven, and thousands of balances are', async () => {
  const many = Array.from({ length: 1500 }, (_, index) => ({ playerId: randomUUID(), amount: BigInt(index) }))
  const tree = await build([...many, { playerId: ana, amount: 2n ** 52n }])
  expect(shown(tree).leaves).toBe(8192)
  expect(await check(shown(tree), prove(tree, ana))).toBeNull()
  expect(await check(shown(tree), prove(tree, many[777]!.playerId), many[777]!.playerId)).toBeNull()
})

// Shows: 11.2
describe('what an operator cannot do unnoticed', () => {
  // Shows: attack 175
  test('leave a balance out: no proof of it leads to the signed root', async () => {
    const honest = await build(balances)
    const without = await build(balances.filter(({ playerId }) => playerId !== ana))
    expect(await check(shown(without), prove(honest, ana))).toBe('mismatch')
    expect(prove(without, ana)).toMatchObject({ amount: 0, parts: [] })
  })

  // Shows: attack 175
  test('lower the total with a negative balance', async () => {
    await expect(build([...balances, { playerId: randomUUID(), amount: -20_000n }])).rejects.toThrow(RangeError)
    expect(() => sumBytes(-1n)).toThrow(RangeError)
    const tree = await build(balances)
    const proof = prove(tree, ana)
    for (const change of [{ sum: -1 }, { sum: 1.5 }, { sum: 2 ** 53 }]) {
      const forged = structuredClone(proof)
      Object.assign(forged.parts[0]!.path[0]!, change)
      expect(await check(shown(tree), forged)).toBe('malformed')
    }
  })

  test('lower the total alone, without another root', async () => {
    const tree = await build(balances)
    expect(await check({ ...shown(tree), total: 24_690 }, prove(tree, ana))).toBe('mismatch')
  })

  test('change a leaf: its amount, its part, its salt, its place or its owner', async () => {
    const tree = await build(balances)
    const proof = prove(tree, ana)
    const [first] = proof.parts
    for (const change of [
      { amount: first!.amount + 1 },
      { part: 9 },
      { salt: toHex(randomBytes(32)) },
      { position: first!.position ^ 1 },
    ]) {
      const parts = [{ ...first!, ...change }, ...proof.parts.slice(1)]
      const amount = parts.reduce((sum, part) => sum + part.amount, 0)
      // Another part of the same balance may be beside it: two on one leaf are malformed.
      expect(await check(shown(tree), { ...proof, parts, amount })).not.toBeNull()
    }
    expect(await check(shown(tree), proof, ben)).toBe('mismatch')
    expect(await check(shown(tree), proof, ana, randomUUID())).toBe('mismatch')
  })

  // Shows: attack 175
  test('show one leaf to two players with the same balance, or one part twice to a player', async () => {
    const tree = await build(balances)
    expect(await check(shown(tree), prove(tree, ben), ana)).toBe('mismatch')
    const proof = prove(tree, ana)
    const twice = { ...proof, parts: [proof.parts[0]!, proof.parts[0]!], amount: 2 * proof.parts[0]!.amount }
    expect(await check(shown(tree), twice)).toBe('malformed')
  })

  test('claim less than the parts, or prove in a shorter or another tree', async () => {
    const tree = await build(balances)
    const proof = prove(tree, ana)
    expect(await check(shown(tree), { ...proof, amount: proof.amount + 1 })).toBe('malformed')
    const parts = proof.parts.map((part) => ({ ...part, path: part.path.slice(1) }))
    expect(await check(shown(tree), { ...proof, parts })).toBe('malformed')
    for (const leaves of [32, 63, 128]) expect(await check({ ...shown(tree), leaves }, proof)).toBe('malformed')
    expect(await check({ ...shown(tree), currency: 'USD' }, proof)).toBe('malformed')
  })
})

describe('what others learn', () => {
  // Shows: attack 178
  test('neither how many players there are, nor whether a balance is the same as yesterday', async () => {
    const [one, all] = [await build(balances.slice(0, 1)), await build(balances)]
    expect(one.leaves).toBe(all.leaves)
    const again = await build(balances)
    expect(again.root.hash).not.toEqual(all.root.hash)
    const hashes = (tree: Tree) =>
      new Set(Array.from({ length: 64 }, (_, at) => toHex(readNode(tree.levels[0]!, at).hash)))
    expect(hashes(all).size).toBe(64)
    expect(hashes(all).intersection(hashes(again)).size).toBe(0)
  })

  // Shows: attack 178
  test('no balance is on one leaf, except by the rarest chance: it is divided and its parts are scattered', async () => {
    const rich = { playerId: randomUUID(), amount: 10n ** 12n }
    const { placed, levels } = await build([rich])
    const sums = Array.from({ length: levels[0]!.length / nodeBytes }, (_, at) => readNode(levels[0]!, at).sum)
    expect(placed).toHaveLength(4)
    expect(sums).not.toContain(rich.amount)
    expect(sums.reduce((total, sum) => total + sum, 0n)).toBe(rich.amount)
  })
})
