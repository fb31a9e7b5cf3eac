/** Audits the records of an export, wherever they are read from. */
import { Findings } from './findings.ts'
import { House, type HouseFacts, type Range } from './house.ts'
import { checkHeld } from './jackpots.ts'
import { type Counts, noCounts, PlayerAudit, type Result } from './player.ts'
import { type AnyRecord, BadExport } from './records.ts'
import { checkReturns, mergeReturns } from './returns.ts'

export type Lines = AsyncIterable<AnyRecord> | Iterable<AnyRecord>
export type Report = { findings: Findings; counts: Counts }

const newResult = (): Result => ({
  findings: new Findings(),
  returns: new Map(),
  counts: noCounts(),
  held: { owed: new Map(), shares: [] },
})
const ofHouse = new Set([
  'key',
  'maths',
  'chain',
  'beacon',
  'shared',
  'report',
  'leaves',
  'jackpot',
  'draw',
  'pot',
  'pot-move',
])
export const isOfHouse = ({ record }: AnyRecord): boolean => ofHouse.has(record)

export async function auditHouse(lines: Lines, range: Range, findings: Findings): Promise<HouseFacts> {
  const house = new House(findings, range)
  for await (const record of lines) {
    if (!isOfHouse(record)) throw new BadExport(`The house's file has a record of a player (${record.record}).`)
    house.add(record as Parameters<House['add']>[0])
  }
  return house.finish()
}

/** The records of each player follow one another. */
export async function auditPlayers(lines: Lines, facts: HouseFacts): Promise<Result> {
  const result = newResult()
  let player: PlayerAudit | null = null
  for await (const record of lines) {
    if (record.record === 'player') {
      await player?.finish()
      player = new PlayerAudit(record, facts, result)
    } else if (!player || isOfHouse(record))
      throw new BadExport(`A record (${record.record}) does not follow its player.`)
    else player.add(record as Parameters<PlayerAudit['add']>[0])
  }
  await player?.finish()
  return result
}

export function conclude(findings: Findings, facts: HouseFacts, results: Result[], players: number): Report {
  const all = newResult()
  all.findings.merge(findings)
  for (const { findings: more, returns, counts, held } of results) {
    all.findings.merge(more)
    for (const [account, amount] of held.owed) all.held.owed.set(account, (all.held.owed.get(account) ?? 0) + amount)
    all.held.shares.push(...held.shares)
    mergeReturns(all.returns, returns)
    for (const key of Object.keys(counts) as Array<keyof Counts>) all.counts[key] += counts[key]
  }
  House.checkLeaves(facts, all.findings)
  // The return of one player is chance, and each outcome is recalculated.
  if (facts.range.ownFileMadeAt === undefined) {
    checkReturns(all.returns, all.findings)
    checkHeld(facts, all.held, all.findings)
  }
  if (all.counts.players !== players)
    all.findings.add('PLAYER_COUNT', 'export', `should have ${players} players and has ${all.counts.players}`)
  return { findings: all.findings, counts: all.counts }
}
