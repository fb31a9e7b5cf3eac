/** The 157 positions of a European table. Inside positions are named by the numbers that they cover. */
export const pockets = 37

export const redNumbers: ReadonlySet<number> = new Set([
  1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36,
])
/** The numbers on the wheel, clockwise. */
export const wheelOrder: readonly number[] = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7,
  28, 12, 35, 3, 26,
]

const all = Array.from({ length: 36 }, (_, index) => index + 1)
const inside = (...numbers: number[]) => [numbers.join('-'), numbers] as const

const straights = Array.from({ length: pockets }, (_, number) => inside(number))
const splits = all.flatMap((number) => [
  ...(number % 3 ? [inside(number, number + 1)] : []),
  ...(number <= 33 ? [inside(number, number + 3)] : []),
])
const rows = all.filter((number) => number % 3 === 1)
const streets = rows.map((first) => inside(first, first + 1, first + 2))
const corners = all
  .filter((number) => number % 3 && number <= 32)
  .map((number) => inside(number, number + 1, number + 3, number + 4))
const lines = rows.slice(0, -1).map((first) => inside(...all.slice(first - 1, first + 5)))
const zero = [inside(0, 1), inside(0, 2), inside(0, 3), inside(0, 1, 2), inside(0, 2, 3), inside(0, 1, 2, 3)]

export const insidePositions: ReadonlyMap<string, readonly number[]> = new Map([
  ...straights,
  ...splits,
  ...streets,
  ...corners,
  ...lines,
  ...zero,
])
export const dozens = [1, 2, 3].map(
  (dozen) => [`dozen${dozen}`, all.filter((number) => Math.ceil(number / 12) === dozen)] as const,
)
export const columns = [1, 2, 3].map(
  (column) => [`column${column}`, all.filter((number) => number % 3 === column % 3)] as const,
)
export const evenChances = [
  ['low', all.filter((number) => number <= 18)],
  ['even', all.filter((number) => number % 2 === 0)],
  ['red', all.filter((number) => redNumbers.has(number))],
  ['black', all.filter((number) => !redNumbers.has(number))],
  ['odd', all.filter((number) => number % 2 === 1)],
  ['high', all.filter((number) => number > 18)],
] as const

export const positions: ReadonlyMap<string, readonly number[]> = new Map<string, readonly number[]>([
  ...insidePositions,
  ...dozens,
  ...columns,
  ...evenChances,
])
/** The payout of a winning bet as a multiple of its amount, including the amount. */
export const factorOf = (position: string): number => 36 / positions.get(position)!.length
export const isEvenChance = (position: string): boolean => evenChances.some(([name]) => name === position)

/** The positions that announced bets on sections of the wheel cover, each with one chip; a repeated position gets two. */
export const sections: Record<string, readonly string[]> = {
  voisins: ['0-2-3', '0-2-3', '4-7', '12-15', '18-21', '19-22', '25-26-28-29', '25-26-28-29', '32-35'],
  tiers: ['5-8', '10-11', '13-16', '23-24', '27-30', '33-36'],
  orphelins: ['1', '6-9', '14-17', '17-20', '31-34'],
  zeroGame: ['26', '0-3', '12-15', '32-35'],
}
