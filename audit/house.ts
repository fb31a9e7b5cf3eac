/** Checks what does not belong to a player: keys, reports of liabilities with their trees, and shared rounds. */
import type { Findings } from './findings.ts'
import { fromBase64Url, hashBytes, hashText, hexOf, join, sharedDraw, thumbprintOf, wordBytes } from './numbers.ts'
import { mathsOf } from './recompute.ts'
import { isItself, isSigned as isSignedByBeacon, roundAfter } from './beacon.ts'
import { type JackpotFacts, Jackpots } from './jackpots.ts'
import type { Beacon, Chain, HouseRecord, Key, Leaves, Report, Shared } from './records.ts'

export type Range = {
  from: string
  to: string
  firstMovement: number
  lastMovement: number
  /**
   * Set for a player's own file, which has only what concerns the player: some of the shared rounds, and the ways of the
   * player's leaves in place of trees.
   */
  ownFileMadeAt?: string
}
export type StatedTree = { currency: string; total: bigint; leaves: number; root: string }
/** What the checks of players need. It can be copied to another thread. */
export type HouseFacts = {
  range: Range
  keys: Key[]
  /** `game version hash`. */
  maths: Set<string>
  shared: Map<string, Pick<Shared, 'point' | 'isInterrupted' | 'version'>>
  reports: Array<Pick<Report, 'number' | 'id' | 'madeAt' | 'lastMovement' | 'lastMovementAt'> & { trees: StatedTree[] }>
  /** By `report currency`: the sum of each leaf, and whether it belongs to a player. */
  leaves: Map<string, { sums: Float64Array; isOwned: Uint8Array }>
  jackpots: JackpotFacts[]
  /** By `currency account`: the balances of the accounts of jackpots at the end. */
  pots: Map<string, number>
}

export class House {
  private readonly findings: Findings
  private readonly range: Range
  private readonly keys: Key[] = []
  private readonly maths = new Set<string>()
  private readonly chains = new Map<number, Chain>()
  private readonly beacons = new Map<string, Beacon>()
  private readonly shared: Shared[] = []
  private readonly reports: Report[] = []
  private readonly trees = new Map<string, Tree>()
  private readonly jackpots: Jackpots

  constructor(findings: Findings, range: Range) {
    this.findings = findings
    this.range = range
    this.jackpots = new Jackpots(findings, range)
  }

  add(record: HouseRecord): void {
    switch (record.record) {
      case 'key':
        this.keys.push(record)
        break
      case 'maths':
        this.maths.add(`${record.game} ${record.version} ${record.hash}`)
        break
      case 'chain':
        this.chains.set(record.id, record)
        break
      case 'beacon':
        this.beacons.set(record.chainHash, record)
        break
      case 'shared':
        this.shared.push(record)
        break
      case 'report':
        this.reports.push(record)
        break
      case 'leaves':
        this.addLeaves(record)
        break
      default:
        this.jackpots.add(record)
    }
  }

  private addLeaves(record: Leaves): void {
    const name = `${record.report} ${record.currency}`
    const tree = this.trees.get(name) ?? new Tree()
    this.trees.set(name, tree)
    if (!tree.add(record))
      this.findings.add('TREE_LEAVES', `report ${name}`, `leaves from ${record.from} on are out of order`)
  }

  async finish(): Promise<HouseFacts> {
    this.reports.sort((one, other) => one.number - other.number)
    await this.checkReports()
    this.checkKeys()
    await this.checkShared()
    return {
      range: this.range,
      keys: this.keys.toSorted((one, other) => (one.usedFrom < other.usedFrom ? -1 : 1)),
      maths: this.maths,
      shared: new Map(this.shared.map((each) => [`${each.game} ${each.number}`, each])),
      reports: this.reports
        .filter(({ madeAt }) => madeAt >= this.range.from && madeAt < this.range.to)
        .map(({ number, id, madeAt, lastMovement, lastMovementAt, statement }) => ({
          number,
          id,
          madeAt,
          lastMovement,
          lastMovementAt,
          trees: treesIn(statement),
        })),
      leaves: new Map([...this.trees].map(([name, tree]) => [name, tree.leaves()])),
      jackpots: this.jackpots.finish(this.reports),
      pots: this.jackpots.closings(),
    }
  }

  private async checkReports(): Promise<void> {
    const add = (code: string, report: Report, text: string) => this.findings.add(code, `report ${report.number}`, text)
    for (const [index, report] of this.reports.entries()) {
      const lines = report.statement.split('\n')
      const head = ['proof of liabilities 1', `report ${report.number} ${report.id}`, `made at ${report.madeAt}`]
      if (head.some((line, at) => lines[at] !== line)) add('REPORT_TEXT', report, 'its statement is of another report')
      if (!(await isSigned(report))) add('REPORT_SIGNATURE', report, 'the signature is not of its statement and key')
      const before = this.reports[index - 1]
      const previous = before ? hashText(before.statement) : 'none'
      if (report.number !== (before?.number ?? 0) + 1)
        add('REPORT_GAP', report, `follows report ${before?.number ?? 0}`)
      else if (lines[3] !== `previous ${previous}`)
        add('REPORT_CHAIN', report, 'does not contain the hash of the report before it')
      if (before && before.publicKey !== report.publicKey)
        add('REPORT_KEY', report, 'is signed with another key than the report before it')
      const isOfPeriod = report.madeAt >= this.range.from && report.madeAt < this.range.to
      if (isOfPeriod && this.range.ownFileMadeAt === undefined) this.checkTrees(report)
    }
  }

  private checkTrees(report: Report): void {
    const stated = treesIn(report.statement)
    const own = [...this.trees.keys()].filter((name) => name.startsWith(`${report.number} `))
    for (const { currency, total, leaves, root } of stated) {
      const tree = this.trees.get(`${report.number} ${currency}`)
      const where = `report ${report.number}, ${currency}`
      if (!tree) {
        this.findings.add('TREE_MISSING', where, 'its leaves are not in the export')
        continue
      }
      const top = tree.root()
      if (tree.count !== leaves) this.findings.add('TREE_LEAVES', where, `has ${tree.count} leaves, not ${leaves}`)
      if (!top || hexOf(top.hash) !== root) this.findings.add('TREE_ROOT', where, 'its leaves lead to another root')
      if (top && top.sum !== total) this.findings.add('TREE_TOTAL', where, `its leaves sum to ${top.sum}, not ${total}`)
    }
    const known = new Set(stated.map(({ currency }) => `${report.number} ${currency}`))
    for (const name of own)
      if (!known.has(name)) this.findings.add('TREE_MISSING', `report ${name}`, 'the statement does not have this tree')
  }

  private checkKeys(): void {
    const ordered = this.keys.toSorted((one, other) => (one.usedFrom < other.usedFrom ? -1 : 1))
    const announcedBy = (report: Report) =>
      report.statement
        .split('\n')
        .filter((line) => line.startsWith('draw key '))
        .map((line) => line.slice(9))
    for (const [index, key] of ordered.entries()) {
      const where = `key ${key.id}`
      if (thumbprintOf(key) !== key.id)
        this.findings.add('KEY_ID', where, 'its id is not the thumbprint of its modulus')
      const modulus = fromBase64Url(key.n)
      if (key.e !== 'AQAB' || !modulus || modulus.length < 256)
        this.findings.add('KEY_WEAK', where, 'has a short modulus or another exponent than 65537')
      if (ordered.some((other, at) => at < index && other.id === key.id))
        this.findings.add('KEY_TWICE', where, 'is listed twice')
      if (index === 0) continue
      const by = this.reports.findIndex(
        (report) => report.madeAt <= key.usedFrom && announcedBy(report).includes(key.id),
      )
      if (by === -1) {
        this.findings.add('KEY_UNANNOUNCED', where, 'no report announced it before its use')
        continue
      }
      const earlier = by > 0 ? announcedBy(this.reports[by - 1]!) : []
      const fresh = announcedBy(this.reports[by]!).filter((id) => !earlier.includes(id) && id !== ordered[0]!.id)
      if (fresh.length > 1)
        this.findings.add(
          'KEY_CHOICE',
          where,
          `report ${this.reports[by]!.number} announced ${fresh.length} keys, of which the site could choose`,
        )
    }
  }

  private async checkShared(): Promise<void> {
    const order = this.shared.toSorted((one, other) =>
      one.game === other.game ? one.number - other.number : one.game < other.game ? -1 : 1,
    )
    for (const [index, round] of order.entries()) {
      const where = `shared round ${round.game} ${round.number}`
      const before = order[index - 1]
      const isNext = before?.game === round.game && before.number === round.number - 1
      const areOfPeriod = before && round.endedAt >= this.range.from && before.endedAt >= this.range.from
      const isTwice = before?.number === round.number
      if (before?.game === round.game && !isNext && areOfPeriod && (isTwice || this.range.ownFileMadeAt === undefined))
        this.findings.add(isTwice ? 'SHARED_TWICE' : 'SHARED_GAP', where, `follows round ${before.number}`)
      const chain = this.chains.get(round.chain)
      if (!chain || (round.beaconChain === null && (chain.salt === null || chain.saltedAt === null))) {
        this.findings.add('SHARED_CHAIN', where, 'its chain is missing or has no salt')
        continue
      }
      if (round.beaconChain === null && round.startedAt !== null && round.betsUntil < chain.saltedAt!)
        this.findings.add('SHARED_SALT', where, 'was played before the salt of its chain was known')
      const inChain = before?.game === round.game && before.chain === round.chain ? before : null
      if (inChain && round.place - inChain.place !== round.number - inChain.number)
        this.findings.add('SHARED_PLACE', where, `has place ${round.place} after place ${inChain.place}`)
      const anchor = inChain && inChain.place < round.place ? inChain : { place: 0, hash: chain.lastHash }
      let link = round.hash
      for (let place = round.place; place > anchor.place; place--) link = hashText(link)
      if (link !== anchor.hash)
        this.findings.add(
          'SHARED_HASH',
          where,
          'its hash does not lead to that of an earlier round, or the published one',
        )
      const maths = await mathsOf(round.game, round.version)
      if (!maths || !('shared' in maths)) {
        this.findings.add('SHARED_MATHS', where, `version ${round.version} of its maths is unknown`)
        continue
      }
      const { pointOf, endsAfter } = (
        maths as unknown as { shared: { pointOf(drawn: bigint): number; endsAfter(point: number): number } }
      ).shared
      const decidedBy = round.beaconChain === null ? chain.salt : this.checkBeacon(round, where)
      if (round.point === null) {
        if (!round.isInterrupted || decidedBy !== null) this.findings.add('SHARED_POINT', where, 'has no point')
        continue
      }
      if (decidedBy === null || pointOf(sharedDraw(decidedBy, round.hash)) !== round.point)
        this.findings.add('SHARED_POINT', where, `its hash gives another point than ${round.point}`)
      const ran = round.startedAt === null ? null : Date.parse(round.endedAt) - Date.parse(round.startedAt)
      if (!round.isInterrupted && ran !== null && ran < endsAfter(round.point))
        this.findings.add('SHARED_EARLY', where, 'ended before its multiplier was reached')
    }
  }

  /** The signature that decides the round, also if there is something wrong with it; null if there is none. */
  private checkBeacon(round: Shared, where: string): string | null {
    const { beaconChain, beaconRound, beaconSignature, closedAt } = round
    if (beaconSignature === null) return null
    const add = (text: string) => this.findings.add('SHARED_BEACON', where, text)
    const beacon = this.beacons.get(beaconChain!)
    if (!beacon || !isItself(beacon)) add(`the beacon ${beaconChain} is not in the export, or has another hash`)
    else if (beaconRound === null || closedAt === null || beaconRound !== roundAfter(beacon, closedAt))
      add(`round ${beaconRound} of the beacon is not the first after bets were closed`)
    else if (!isSignedByBeacon(beacon, { round: beaconRound, signature: beaconSignature }))
      add('the signature is not of its beacon')
    if (closedAt !== null && closedAt < round.betsUntil) add('bets were closed before the time that was announced')
    return beaconSignature
  }

  /** After all players: a leaf of nobody has the sum zero. */
  static checkLeaves({ leaves }: HouseFacts, findings: Findings): void {
    for (const [name, { sums, isOwned }] of leaves)
      for (let position = 0; position < sums.length; position++)
        if (!isOwned[position] && sums[position] !== 0)
          findings.add(
            'LEAF_UNOWNED',
            `report ${name}, leaf ${position}`,
            `${sums[position]} is owed to nobody in the export`,
          )
  }
}

/** The trees whose roots a statement signs. */
function treesIn(statement: string): StatedTree[] {
  return [...statement.matchAll(/^owed (\w+) (\d+) leaves (\d+) root ([0-9a-f]{64})$/gm)].map(
    ([, currency, total, leaves, root]) => ({
      currency: currency!,
      total: BigInt(total!),
      leaves: Number(leaves),
      root: root!,
    }),
  )
}

export type Node = { hash: Uint8Array; sum: bigint }

export function parentOf(left: Node, right: Node): Node {
  const input = join(Uint8Array.of(1), left.hash, wordBytes(left.sum), right.hash, wordBytes(right.sum))
  return { hash: hashBytes(input), sum: left.sum + right.sum }
}

/** A Merkle sum tree, calculated while its leaves are read: it keeps one node for each level. */
class Tree {
  count = 0
  private readonly pending: Array<Node | null> = []
  private readonly sums: number[] = []

  /** False if the leaves do not follow those before. */
  add({ from, nodes }: Leaves): boolean {
    if (from !== this.count || !/^([0-9a-f]{80})+$/.test(nodes)) return false
    const bytes = Uint8Array.from(nodes.match(/../g)!, (pair) => Number.parseInt(pair, 16))
    const view = new DataView(bytes.buffer)
    for (let at = 0; at < bytes.length; at += 40) {
      const sum = view.getBigUint64(at + 32)
      this.sums.push(Number(sum))
      this.rise({ hash: bytes.subarray(at, at + 32), sum })
      this.count++
    }
    return true
  }

  private rise(node: Node): void {
    let level = 0
    let current = node
    for (; this.pending[level]; level++) {
      const left = this.pending[level]!
      current = parentOf(left, current)
      this.pending[level] = null
    }
    this.pending[level] = current
  }

  /** Null unless the number of leaves is a power of two. */
  root(): Node | null {
    const nodes = this.pending.filter((node) => node !== null)
    return nodes.length === 1 ? nodes[0]! : null
  }

  leaves(): { sums: Float64Array; isOwned: Uint8Array } {
    const buffer = (size: number) =>
      typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(size) : new SharedArrayBuffer(size)
    const sums = new Float64Array(buffer(this.count * 8))
    sums.set(this.sums)
    return { sums, isOwned: new Uint8Array(buffer(this.count)) }
  }
}

async function isSigned({ statement, signature, publicKey }: Report): Promise<boolean> {
  const [point, signed] = [fromBase64Url(publicKey), fromBase64Url(signature)]
  if (!point || !signed) return false
  try {
    const curve = { name: 'ECDSA', namedCurve: 'P-256' }
    const key = await crypto.subtle.importKey('raw', new Uint8Array(point), curve, false, ['verify'])
    const text = new TextEncoder().encode(statement)
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, new Uint8Array(signed), text)
  } catch {
    return false
  }
}
