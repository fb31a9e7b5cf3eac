/** Checks jackpots as far as they belong to nobody: their terms, the chain of their draws, and the money of their pots. */
import type { Findings } from './findings.ts'
import type { Range } from './house.ts'
import type { Jackpot, JackpotDraw, Pot, PotMove, Report } from './records.ts'

export const levels = ['mini', 'major', 'grand'] as const
const sharedMs = 30 * 86_400_000
/** A report may not count yet what was committed this long before its last movement, or later. */
const concurrentMs = 1_000

type Terms = Pick<Jackpot, 'sideStake' | 'contributions' | 'seeds' | 'caps'>
/** What the checks of players need. It can be copied to another thread. */
export type JackpotFacts = Jackpot & {
  /** Its draws in the order of their numbers: `drawWidth` values for each. */
  values: Float64Array
  /** Whether a draw belongs to a ticket. */
  isOwned: Uint8Array
}
const drawWidth = 12

/** Undefined if the export does not have it. `at`: its place among the exported ones. */
export function drawOf({ values }: JackpotFacts, number: number): (JackpotDraw & { place: number }) | undefined {
  let [low, high] = [0, values.length / drawWidth]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle * drawWidth]! < number) low = middle + 1
    else high = middle
  }
  const own = values.subarray(low * drawWidth, (low + 1) * drawWidth)
  if (own[0] !== number) return undefined
  const list = (from: number) => [...own.subarray(from, from + levels.length)]
  return {
    record: 'draw',
    jackpot: '',
    place: low,
    number,
    movement: own[1]!,
    at: new Date(own[2]!).toISOString(),
    pots: list(3),
    drawn: list(6),
    won: list(9),
  }
}

/** Whether a ticket that was drawn then counts for the shares. */
export const isShared = ({ closedAt }: Pick<Jackpot, 'closedAt'>, drawnAt: string): boolean =>
  closedAt !== null && Date.parse(drawnAt) > Date.parse(closedAt) - sharedMs

/** By pseudonym. They add up to the pots, unless nobody staked anything. */
export function sharesOf(pots: number, staked: Map<string, number>): Map<string, number> {
  const total = [...staked.values()].reduce((sum, each) => sum + BigInt(each), 0n)
  if (total === 0n) return new Map()
  const exact = [...staked].map(([player, own]) => ({
    player,
    amount: (BigInt(pots) * BigInt(own)) / total,
    remainder: (BigInt(pots) * BigInt(own)) % total,
  }))
  let left = BigInt(pots) - exact.reduce((sum, { amount }) => sum + amount, 0n)
  exact.sort((one, other) => Number(other.remainder - one.remainder) || (one.player < other.player ? -1 : 1))
  return new Map(exact.map(({ player, amount }) => [player, Number(amount) + (left-- > 0n ? 1 : 0)]))
}

const sum = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0)
const areEqual = (one: number[], other: number[]) => one.every((each, place) => each === other[place])

export class Jackpots {
  private readonly findings: Findings
  private readonly range: Range
  private readonly jackpots: Jackpot[] = []
  private readonly draws = new Map<string, JackpotDraw[]>()
  private readonly pots: Pot[] = []
  private readonly moves: PotMove[] = []

  constructor(findings: Findings, range: Range) {
    this.findings = findings
    this.range = range
  }

  add(record: Jackpot | JackpotDraw | Pot | PotMove): void {
    if (record.record === 'jackpot') this.jackpots.push(record)
    else if (record.record === 'pot') this.pots.push(record)
    else if (record.record === 'pot-move') this.moves.push(record)
    else {
      const known = this.draws.get(record.jackpot)
      if (known) known.push(record)
      else this.draws.set(record.jackpot, [record])
    }
  }

  /** The balances at the end, by currency and account. */
  closings(): Map<string, number> {
    return new Map(this.pots.map(({ currency, account, closing }) => [`${currency} ${account}`, closing]))
  }

  finish(reports: Report[]): JackpotFacts[] {
    for (const [id, draws] of this.draws) {
      draws.sort((one, other) => one.number - other.number)
      if (!this.jackpots.some((jackpot) => jackpot.id === id))
        this.find('JACKPOT_MISSING', id, 'has draws, and is not in the export')
    }
    for (const jackpot of this.jackpots) {
      this.checkTerms(jackpot)
      this.checkDraws(jackpot, this.drawsOf(jackpot))
    }
    if (this.range.ownFileMadeAt === undefined) {
      this.checkMoney()
      for (const report of reports) this.checkReport(report)
    }
    return this.jackpots.map((jackpot) => this.factsOf(jackpot))
  }

  private drawsOf = ({ id }: Jackpot): JackpotDraw[] => this.draws.get(id) ?? []
  private find(code: string, where: string, text: string): void {
    this.findings.add(code, `jackpot ${where}`, text)
  }

  /** Of such terms all odds are exact, and a pot cannot exceed its cap. */
  private checkTerms(jackpot: Jackpot): void {
    const { id, currency, sideStake, contributions, seeds, caps } = jackpot
    const isFair = levels.every((_level, at) => {
      const [contribution, seed, cap] = [contributions[at]!, seeds[at]!, caps[at]!]
      return contribution > 0 && seed >= 0 && cap > seed && (cap - seed) % contribution === 0
    })
    if (!isFair || sum(contributions) > sideStake)
      this.find(
        'JACKPOT_TERMS',
        id,
        'its terms are not those of a jackpot: a pot would not grow in equal steps to its cap',
      )
    const at = this.jackpots.indexOf(jackpot)
    const isTwice = this.jackpots.slice(0, at).some((before) => {
      const isOver = before.closedBy !== null && before.closedBy < jackpot.openedBy
      return before.id === id || (before.currency === currency && !isOver)
    })
    if (isTwice) this.find('JACKPOT_TWICE', id, 'is listed twice, or was opened while another of its currency was open')
  }

  /** Each draw starts with the pots that the one before it left. */
  private checkDraws(jackpot: Jackpot, draws: JackpotDraw[]): void {
    const isWhole = this.range.ownFileMadeAt === undefined
    let before = { number: jackpot.drawsBefore, pots: jackpot.potsBefore, movement: 0 }
    for (const draw of draws) {
      const where = `${jackpot.id}, draw ${draw.number}`
      if (draw.number === before.number) this.find('DRAW_TWICE', where, 'is listed twice')
      else if (isWhole && draw.number !== before.number + 1)
        this.find('DRAW_GAP', where, `follows draw ${before.number}`)
      if (draw.number === before.number + 1 && !areEqual(draw.pots, before.pots))
        this.find('DRAW_POTS', where, `starts with ${draw.pots.join(', ')} instead of ${before.pots.join(', ')}`)
      if (draw.movement <= before.movement) this.find('DRAW_ORDER', where, 'was moved before the draw before it')
      before = { number: draw.number, movement: draw.movement, pots: this.checkLevels(jackpot, draw, where) }
    }
    if (!isWhole) return
    if (before.number !== jackpot.draws)
      this.find('DRAW_GAP', jackpot.id, `ends with draw ${before.number} instead of ${jackpot.draws}`)
    else if (!areEqual(before.pots, jackpot.pots))
      this.find('DRAW_POTS', jackpot.id, `ends with ${jackpot.pots.join(', ')} instead of ${before.pots.join(', ')}`)
  }

  /** Returns the pots afterwards, by the rules. */
  private checkLevels({ contributions, seeds, caps }: Terms, draw: JackpotDraw, where: string): number[] {
    return levels.map((level, at) => {
      const [pot, contribution, cap, won] = [draw.pots[at]!, contributions[at]!, caps[at]!, draw.won[at]!]
      const isWon = draw.drawn[at]! < contribution
      if (pot + contribution > cap || (pot + contribution === cap && won === 0))
        this.find('DRAW_CAP', where, `the ${level} passes ${cap}, before which it must be paid`)
      if (draw.drawn[at]! < 0 || draw.drawn[at]! >= cap - pot)
        this.find('DRAW_NUMBER', where, `${draw.drawn[at]} is no number below ${cap - pot}`)
      if (won !== (isWon ? pot + contribution : 0))
        this.find('DRAW_PRIZE', where, `paid ${won} for the ${level} instead of ${isWon ? pot + contribution : 0}`)
      return isWon ? seeds[at]! : pot + contribution
    })
  }

  private checkMoney(): void {
    const currencies = new Set([...this.pots, ...this.moves, ...this.jackpots].map(({ currency }) => currency))
    for (const currency of currencies) {
      const moves = this.moves.filter((move) => move.currency === currency)
      moves.sort((one, other) => one.movement - other.movement)
      this.checkMovesOf(currency, moves)
    }
  }

  private checkMovesOf(currency: string, moves: PotMove[]): void {
    const { firstMovement, lastMovement } = this.range
    const jackpots = this.jackpots.filter((jackpot) => jackpot.currency === currency)
    const pots = this.pots.filter((pot) => pot.currency === currency)
    const balances = new Map(pots.map(({ account, opening }) => [account, opening]))
    if (balances.size !== pots.length) this.find('POT_TWICE', currency, 'an account is listed twice')
    const drawn = new Map(
      jackpots.flatMap((jackpot) => this.drawsOf(jackpot).map((draw) => [draw.movement, { jackpot, draw }] as const)),
    )
    /** What has to follow a draw before the next one. */
    let due: Due[] = []
    const endDraw = (where: string) => {
      for (const { kind, account, amount } of due)
        this.find(kind === 'jackpot-won' ? 'POT_PRIZE' : 'POT_SEED', where, `${amount} of the ${account} was not moved`)
      due = []
    }
    const seen = new Set<number>()
    for (const move of moves) {
      const where = `${currency}, movement ${move.movement}`
      if (seen.has(move.movement)) this.find('POT_TWICE', where, 'is listed twice')
      seen.add(move.movement)
      if (move.movement < firstMovement || move.movement > lastMovement)
        this.find('POT_MOVE', where, 'is not of this period')
      if (sum(Object.values(move.amounts)) + move.players !== 0)
        this.find('POT_MOVE', where, 'moves another amount out of accounts than into others')
      const found = drawn.get(move.movement)
      if (move.kind === 'jackpot-drawn' || move.kind === 'jackpot-closed') endDraw(where)
      if (move.kind === 'jackpot-drawn' && found) due = this.startDraw(found, move, balances)
      else this.checkMove(move, { jackpots, due, where })
      for (const [account, amount] of Object.entries(move.amounts)) {
        const balance = balances.get(account)
        if (balance === undefined) this.find('POT_MISSING', where, `account ${account} is not in the export`)
        const after = (balance ?? 0) + amount
        if (after < 0 && account !== 'reserve') this.find('POT_CHAIN', where, `leaves ${after} in ${account}`)
        balances.set(account, after)
      }
    }
    endDraw(currency)
    for (const [movement, { draw }] of drawn)
      if (movement >= firstMovement && movement <= lastMovement && !seen.has(movement))
        this.find('POT_DRAW', `${currency}, draw ${draw.number}`, 'has no movement')
    for (const { account, closing } of pots)
      if (balances.get(account) !== closing)
        this.find('POT_CHAIN', `${currency}, ${account}`, `ends with ${balances.get(account)}, not with ${closing}`)
    this.checkEnds(currency, jackpots, pots)
  }

  /** The accounts have what the open jackpot says, or nothing without one. */
  private checkEnds(currency: string, jackpots: Jackpot[], pots: Pot[]): void {
    const open = jackpots.find(({ closedAt }) => closedAt === null)
    for (const [at, level] of levels.entries()) {
      const [stated, pot] = [open?.pots[at] ?? 0, pots.find(({ account }) => account === level)?.closing ?? 0]
      if (stated !== pot) this.find('POT_BALANCE', `${currency}, ${level}`, `has ${pot}, its jackpot states ${stated}`)
    }
  }

  /** Returns what has to follow. */
  private startDraw({ jackpot, draw }: Drawn, move: PotMove, balances: Map<string, number>): Due[] {
    const where = `${jackpot.id}, draw ${draw.number}`
    const { sideStake, contributions, seeds } = jackpot
    const expected: Record<string, number> = { open: -sideStake, reserve: sideStake - sum(contributions) }
    for (const [at, level] of levels.entries()) {
      expected[level] = contributions[at]!
      if (balances.get(level) !== draw.pots[at])
        this.find('POT_BALANCE', where, `the ${level} has ${balances.get(level)}, the draw states ${draw.pots[at]}`)
    }
    if (!isMoved(move, expected, 0)) this.find('POT_DRAW', where, 'moves other amounts than the terms say')
    return levels.flatMap((account, at): Due[] =>
      draw.won[at] === 0
        ? []
        : [
            { kind: 'jackpot-won', account, amount: draw.won[at]! },
            ...(seeds[at]! > 0 ? [{ kind: 'jackpot-seeded', account, amount: seeds[at]! }] : []),
          ],
    )
  }

  private checkMove(move: PotMove, { jackpots, due, where }: { jackpots: Jackpot[]; due: Due[]; where: string }): void {
    const { kind, players } = move
    const takeDue = (account: string, amount: number) => {
      const at = due.findIndex((each) => each.kind === kind && each.account === account && each.amount === amount)
      if (at !== -1) due.splice(at, 1)
      return at !== -1
    }
    const [account, amount] = Object.entries(move.amounts).find(([name]) => name !== 'reserve') ?? ['', 0]
    switch (kind) {
      case 'jackpot-stake':
      case 'jackpot-stake-returned': {
        const sign = kind === 'jackpot-stake' ? 1 : -1
        if (!jackpots.some(({ sideStake }) => isMoved(move, { open: sign * sideStake }, -sign * sideStake)))
          this.find('POT_STAKE', where, `moves ${players}, which is no side stake`)
        return
      }
      case 'jackpot-won':
        if (!isMoved(move, { [account]: amount }, -amount) || !takeDue(account, -amount))
          this.find('POT_PRIZE', where, `pays ${players}, which no draw won`)
        return
      case 'jackpot-seeded': {
        const opened = jackpots.find(({ openedBy }) => openedBy === move.movement)
        const isSeed = opened
          ? isMoved(move, { ...byLevel(opened.seeds), reserve: -sum(opened.seeds) }, 0)
          : isMoved(move, { [account]: amount, reserve: -amount }, 0) && takeDue(account, amount)
        if (!isSeed) this.find('POT_SEED', where, 'moves another amount than a new pot starts with')
        return
      }
      case 'jackpot-closed': {
        const closed = jackpots.find(({ closedBy }) => closedBy === move.movement)
        const to = closed?.sharedStakes === 0 ? 'reserve' : 'shares'
        const pots = closed?.pots ?? []
        if (!closed || !isMoved(move, { ...byLevel(pots.map((pot) => -pot)), [to]: sum(pots) }, 0))
          this.find('POT_CLOSED', where, 'moves other amounts than the pots of a closed jackpot to its players')
        return
      }
      case 'jackpot-shared':
        if (!isMoved(move, { shares: amount }, -amount) || amount >= 0)
          this.find('POT_MOVE', where, 'is no payment of a share')
        return
      case 'jackpot-share-forfeited':
        if (!isMoved(move, { shares: amount, reserve: -amount }, 0) || amount >= 0)
          this.find('POT_MOVE', where, 'is no return of a share')
        return
      default:
        this.find(kind === 'jackpot-drawn' ? 'POT_DRAW' : 'POT_MOVE', where, `a ${kind} that no draw or rule explains`)
    }
  }

  /** What a report states, also one of another day: terms that never change. Of this period also the pots. */
  private checkReport({ number, statement, madeAt, lastMovement, lastMovementAt }: Report): void {
    const stated = statedIn(statement)
    const where = `, report ${number}`
    for (const [id, line] of stated) {
      const jackpot = this.jackpots.find((each) => each.id === id)
      const isOwn = jackpot && line.currency === jackpot.currency && termsOf(line) === termsOf(jackpot)
      if (!isOwn) this.find('JACKPOT_TERMS', `${id}${where}`, 'the report states another jackpot, or other terms')
    }
    const { from, to, firstMovement, lastMovement: latest } = this.range
    if (madeAt < from || madeAt >= to || lastMovement < firstMovement - 1 || lastMovement > latest) return
    const since = new Date(Date.parse(lastMovementAt) - concurrentMs).toISOString()
    for (const jackpot of this.jackpots) {
      const line = stated.get(jackpot.id)
      const isClosed = jackpot.closedBy !== null && jackpot.closedBy <= lastMovement
      if (!line) {
        const isNew = jackpot.openedBy > lastMovement || this.atOf(jackpot.openedBy) > since
        if (!isClosed && !isNew) this.find('REPORT_POTS', `${jackpot.id}${where}`, 'the report leaves out its pots')
        continue
      }
      const draws = this.drawsOf(jackpot)
      const last = draws.findLast((draw) => draw.number <= line.draws)
      const pots = last ? potsAfter(jackpot, last) : jackpot.potsBefore
      const isEarly = draws.some((draw) => draw.number > line.draws && this.atOf(draw.movement) <= since)
      const isLate = last !== undefined && last.movement > lastMovement
      const isThere = line.draws === (last?.number ?? jackpot.drawsBefore)
      if (isEarly || isLate || !isThere || !areEqual(line.pots, pots))
        this.find(
          'REPORT_POTS',
          `${jackpot.id}${where}`,
          `the report states other pots than its draw ${line.draws} left`,
        )
    }
  }

  /** The time of a movement of the pots; later than any time if it is not of this period. */
  private times: Map<number, string> | null = null
  private atOf(movement: number): string {
    this.times ??= new Map(this.moves.map((move) => [move.movement, move.at]))
    return this.times.get(movement) ?? (movement < this.range.firstMovement ? '' : '9999')
  }

  private factsOf(jackpot: Jackpot): JackpotFacts {
    const draws = this.drawsOf(jackpot)
    const buffer = (size: number) =>
      typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(size) : new SharedArrayBuffer(size)
    const values = new Float64Array(buffer(draws.length * drawWidth * 8))
    for (const [at, { number, movement, at: moment, pots, drawn, won }] of draws.entries())
      values.set([number, movement, Date.parse(moment), ...pots, ...drawn, ...won], at * drawWidth)
    return { ...jackpot, values, isOwned: new Uint8Array(buffer(draws.length)) }
  }
}

/** What players hold of the accounts of jackpots, and their shares of those that were closed in the period. */
export type Held = { owed: Map<string, number>; shares: OwnShare[] }
export type OwnShare = { jackpot: string; player: string; staked: number; amount: number }

/** After all players: each draw has a ticket, the accounts have what players hold, and shares are those of the rules. */
export function checkHeld(
  facts: { range: Range; jackpots: JackpotFacts[]; pots: Map<string, number> },
  { owed, shares }: Held,
  findings: Findings,
): void {
  for (const [name, held] of owed)
    if (!facts.pots.has(name)) findings.add('POT_MISSING', `jackpots, ${name}`, `players hold ${held} of it`)
  for (const [name, closing] of facts.pots) {
    const [currency, account] = name.split(' ')
    const held = owed.get(name) ?? 0
    if ((account === 'open' || account === 'shares') && held !== closing)
      findings.add('POT_HELD', `jackpots, ${currency}`, `${account} has ${closing}, players hold ${held} of it`)
  }
  for (const jackpot of facts.jackpots) {
    const { id, values, isOwned, closedBy, sharedStakes } = jackpot
    for (const [place, owned] of isOwned.entries())
      if (owned === 0)
        findings.add('DRAW_OWNER', `jackpot ${id}, draw ${values[place * drawWidth]}`, 'is of no ticket in the export')
    if (closedBy === null || closedBy < facts.range.firstMovement) continue
    const own = shares.filter((share) => share.jackpot === id)
    const staked = sum(own.map((share) => share.staked))
    if (staked !== sharedStakes)
      findings.add('SHARE_STAKED', `jackpot ${id}`, `was shared among stakes of ${sharedStakes}, not ${staked}`)
    const expected = sharesOf(sum(jackpot.pots), new Map(own.map((share) => [share.player, share.staked])))
    for (const { player, amount } of own)
      if (expected.get(player) !== amount)
        findings.add(
          'SHARE_AMOUNT',
          `jackpot ${id}, player ${player.slice(0, 12)}`,
          `gets ${amount} instead of ${expected.get(player)}`,
        )
  }
}

type Due = { kind: string; account: string; amount: number }
type Drawn = { jackpot: Jackpot; draw: JackpotDraw }

const byLevel = (amounts: number[]): Record<string, number> =>
  Object.fromEntries(amounts.map((amount, at) => [levels[at]!, amount]))

/** Accounts that get nothing need not be stated. */
function isMoved({ amounts, players }: PotMove, expected: Record<string, number>, ofPlayers: number): boolean {
  const names = new Set([...Object.keys(amounts), ...Object.keys(expected)])
  return players === ofPlayers && [...names].every((name) => (amounts[name] ?? 0) === (expected[name] ?? 0))
}

function potsAfter({ contributions, seeds }: Terms, { pots, drawn }: JackpotDraw): number[] {
  return pots.map((pot, at) => (drawn[at]! < contributions[at]! ? seeds[at]! : pot + contributions[at]!))
}

const termsOf = ({ sideStake, contributions, seeds, caps }: Terms) => [sideStake, contributions, seeds, caps].join(' ')

type Line = Terms & { currency: string; draws: number; pots: number[] }
const list = String.raw`(\d+ \d+ \d+)`
const line = new RegExp(
  String.raw`^jackpot (\S+) (\S+) draws (\d+) pots ${list} side-stake (\d+) contributions ${list} seeds ${list} caps ${list}$`,
  'gm',
)

function statedIn(statement: string): Map<string, Line> {
  const numbers = (text: string | undefined) => text!.split(' ').map(Number)
  return new Map(
    [...statement.matchAll(line)].map(([, id, currency, draws, pots, sideStake, contributions, seeds, caps]) => [
      id!,
      {
        currency: currency!,
        draws: Number(draws),
        pots: numbers(pots),
        sideStake: Number(sideStake),
        contributions: numbers(contributions),
        seeds: numbers(seeds),
        caps: numbers(caps),
      },
    ]),
  )
}
