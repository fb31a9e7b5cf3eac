/** Checks the tickets of one player: what was paid for them, what was drawn for them, and shares of closed jackpots. */
import { drawOf, type Held, isShared, type JackpotFacts, levels } from './jackpots.ts'
import type { Range } from './house.ts'
import { jackpotDraw } from './numbers.ts'
import type { ClosedAccount, Entry, JackpotDraw, Pair, Round, Share, Ticket } from './records.ts'

/** Movements of tickets. They have the round that the ticket was bought with, and are no part of its stake or win. */
export const ofTickets = new Set(['jackpot-stake', 'jackpot-stake-returned', 'jackpot-won'])
const ofJackpot = 'jackpot:'
export const isOfJackpot = ({ game }: Pair): boolean => game.startsWith(ofJackpot)

export type Own = {
  name: string
  pairs: Pair[]
  rounds: Round[]
  entries: Entry[]
  tickets: Ticket[]
  shares: Share[]
  closed: ClosedAccount | null
}
type Facts = { range: Range; jackpots: JackpotFacts[] }
type Find = (code: string, where: string, text: string) => void
export type DrawCounts = { draws: number; recomputedDraws: number }

const house = 'fairhouse-studio'
const nameOf = ({ studio, round }: { studio: string | null; round: string | null }) => `${studio} ${round}`
const whereOf = ({ round, jackpot }: Ticket) => `ticket of round ${round} in jackpot ${jackpot}`

export class TicketAudit {
  private readonly own: Own
  private readonly facts: Facts
  private readonly find: Find
  private readonly jackpots: Map<string, JackpotFacts>
  private readonly pairs: Map<string, Pair>
  private readonly byMovement: Map<number, Entry[]>
  private readonly byRound: Map<string, Entry[]>
  /** Drawn tickets with their draws. */
  private readonly drawn: Array<{ ticket: Ticket; draw: JackpotDraw; jackpot: JackpotFacts }> = []

  constructor(own: Own, facts: Facts, find: Find) {
    this.own = own
    this.facts = facts
    this.find = find
    this.jackpots = new Map(facts.jackpots.map((jackpot) => [jackpot.id, jackpot]))
    this.pairs = new Map(own.pairs.filter(isOfJackpot).map((pair) => [`${pair.game} ${pair.number}`, pair]))
    this.byMovement = Map.groupBy(own.entries, ({ movement }) => movement)
    this.byRound = Map.groupBy(own.entries, nameOf)
  }

  check(counts: DrawCounts, held: Held): void {
    const names = new Set<string>()
    for (const ticket of this.own.tickets) {
      if (names.has(nameOf(ticket))) this.find('TICKET_TWICE', whereOf(ticket), 'its round has another ticket')
      names.add(nameOf(ticket))
      this.checkTicket(ticket, counts, held)
    }
    for (const pair of this.pairs.values()) this.checkNonces(pair)
    this.checkEntries()
    this.checkShares(held)
  }

  private isOfPeriod(movement: number | null): movement is number {
    const { firstMovement, lastMovement } = this.facts.range
    return movement !== null && movement >= firstMovement && movement <= lastMovement
  }

  /** Whether exactly this was moved by the movement on the player's cash. */
  private isMoved(movement: number, kind: string, amount: number): boolean {
    const entries = this.byMovement.get(movement) ?? []
    const [entry] = entries
    return entries.length === 1 && entry!.kind === kind && entry!.part === 'cash' && entry!.amount === amount
  }

  private checkTicket(ticket: Ticket, counts: DrawCounts, held: Held): void {
    const where = whereOf(ticket)
    const { state, number, nonce, endedBy, endedAt, sideStake } = ticket
    const jackpot = this.jackpots.get(ticket.jackpot)
    if (!jackpot) {
      this.find('JACKPOT_MISSING', where, 'its jackpot is not in the export')
      return
    }
    const isDrawn = state === 'drawn'
    const isOver = isDrawn || state === 'returned'
    const areEnds = (endedBy !== null) === isOver && (endedAt !== null) === isOver
    if ((!isOver && state !== 'open') || !areEnds || (number !== null) !== isDrawn || (nonce !== null) !== isDrawn) {
      this.find('TICKET_STATE', where, `is ${state}, which does not fit its draw and end`)
      return
    }
    if (sideStake !== jackpot.sideStake)
      this.find('TICKET_STAKE', where, `cost ${sideStake}, the side stake is ${jackpot.sideStake}`)
    if (this.isOfPeriod(ticket.boughtBy) && !this.isMoved(ticket.boughtBy, 'jackpot-stake', -sideStake))
      this.find('TICKET_STAKE', where, `movement ${ticket.boughtBy} did not take ${sideStake}`)
    const pair = this.pairs.get(`${ofJackpot}${ticket.jackpot} ${ticket.pair}`)
    if (!pair) this.find('TICKET_PAIR', where, `pair ${ticket.pair} is not in the export`)
    else if (isOver) this.checkTimes(endedAt!, pair, where, state)
    if (isDrawn) this.checkDraw({ ticket, jackpot, pair, where }, counts)
    else if (state === 'returned') this.checkReturn(ticket, jackpot, where)
    else this.checkOpen(ticket, where, held, jackpot)
  }

  private checkTimes(endedAt: string, pair: Pair, where: string, state: string): void {
    if (endedAt < pair.openedAt) this.find('PAIR_LATE', where, `ended before the commitment of pair ${pair.number}`)
    if (state === 'drawn' && pair.revealedAt !== null && endedAt > pair.revealedAt)
      this.find('PAIR_EARLY', where, `had not been drawn when the seed of pair ${pair.number} was revealed`)
  }

  private checkDraw({ ticket, jackpot, pair, where }: Checked, counts: DrawCounts): void {
    counts.draws++
    const draw = drawOf(jackpot, ticket.number!)
    if (!draw) {
      this.find('DRAW_MISSING', where, `draw ${ticket.number} is not in the export`)
      return
    }
    this.drawn.push({ ticket, draw, jackpot })
    if (draw.movement !== ticket.endedBy)
      this.find('DRAW_OWNER', where, `draw ${draw.number} is of movement ${draw.movement}, not ${ticket.endedBy}`)
    // Marked atomically, because other threads mark draws of other players.
    if (Atomics.exchange(jackpot.isOwned, draw.place, 1) === 1)
      this.find('DRAW_OWNER', where, `draw ${draw.number} is that of another ticket`)
    const paid = (this.byRound.get(nameOf(ticket)) ?? [])
      .filter(({ kind }) => kind === 'jackpot-won')
      .reduce((sum, { amount }) => sum + amount, 0)
    const won = draw.won.reduce((sum, prize) => sum + prize, 0)
    if (this.isOfPeriod(ticket.endedBy) && paid !== won)
      this.find('TICKET_PRIZE', where, `was paid ${paid}, draw ${draw.number} won ${won}`)
    if (!pair || pair.serverSeed === null) return
    counts.recomputedDraws++
    for (const [at, level] of levels.entries()) {
      const span = jackpot.caps[at]! - draw.pots[at]!
      const message = `${pair.clientSeed}:${ticket.nonce}:${level}`
      const number = span > 0 ? Number(jackpotDraw(pair.serverSeed, message, BigInt(span))) : -1
      if (number !== draw.drawn[at])
        this.find('DRAW_NUMBER', where, `its seeds draw ${number} for the ${level}, not ${draw.drawn[at]}`)
    }
  }

  private checkReturn(ticket: Ticket, jackpot: JackpotFacts, where: string): void {
    if (!this.isOfPeriod(ticket.endedBy)) return
    if (!this.isMoved(ticket.endedBy, 'jackpot-stake-returned', ticket.sideStake))
      this.find('TICKET_RETURNED', where, `movement ${ticket.endedBy} did not return ${ticket.sideStake}`)
    const isUndone = (this.byRound.get(nameOf(ticket)) ?? []).some(({ kind }) => kind === 'rollback')
    const isClosed = jackpot.closedBy !== null && jackpot.closedBy < ticket.endedBy
    if (!isUndone && !isClosed)
      this.find('TICKET_RETURNED', where, 'was not drawn, although its bet stood and its jackpot was open')
  }

  private checkOpen(ticket: Ticket, where: string, { owed }: Held, { currency }: JackpotFacts): void {
    owed.set(`${currency} open`, (owed.get(`${currency} open`) ?? 0) + ticket.sideStake)
    const round = ticket.studio === house ? this.own.rounds.find(({ id }) => id === ticket.round) : undefined
    if (round && round.status !== 'open' && this.isOfPeriod(round.lastMovement))
      this.find('TICKET_OPEN', where, `was neither drawn nor returned when its round was ${round.status}`)
  }

  /** The draws of a pair have consecutive nonces. */
  private checkNonces(pair: Pair): void {
    const where = `pair ${pair.number} of ${pair.game}`
    const nonces = new Set<number>()
    for (const { ticket } of this.drawn) {
      if (ticket.pair !== pair.number || `${ofJackpot}${ticket.jackpot}` !== pair.game) continue
      if (nonces.has(ticket.nonce!)) this.find('TICKET_NONCE', where, `two draws have the nonce ${ticket.nonce}`)
      nonces.add(ticket.nonce!)
    }
    for (let nonce = pair.roundsBefore; nonce < pair.rounds; nonce++)
      if (!nonces.delete(nonce)) this.find('TICKET_MISSING', where, `its draw ${nonce} is missing`)
    for (const nonce of nonces) this.find('TICKET_NONCE', where, `has a draw ${nonce} beside those that it counts`)
  }

  /** Each movement of tickets has its ticket. */
  private checkEntries(): void {
    const bought = new Set(this.own.tickets.map(({ boughtBy }) => boughtBy))
    const ended = new Set(this.own.tickets.map(({ endedBy }) => endedBy))
    const drawn = new Set(this.drawn.map(({ ticket }) => nameOf(ticket)))
    for (const entry of this.own.entries) {
      if (!ofTickets.has(entry.kind)) continue
      const isOwn = {
        'jackpot-stake': bought.has(entry.movement),
        'jackpot-stake-returned': ended.has(entry.movement),
        'jackpot-won': drawn.has(nameOf(entry)),
      }[entry.kind]
      if (!isOwn)
        this.find('TICKET_MISSING', `entry ${entry.movement}.${entry.ordinal}`, `a ${entry.kind} of no ticket`)
    }
  }

  private checkShares({ owed, shares }: Held): void {
    const { name, closed, entries } = this.own
    const own = new Map(this.own.shares.map((share) => [share.jackpot, share]))
    if (own.size !== this.own.shares.length) this.find('SHARE_TWICE', 'shares', 'a jackpot is listed twice')
    for (const jackpot of this.facts.jackpots) {
      const [share, where] = [own.get(jackpot.id), `share of jackpot ${jackpot.id}`]
      if (!this.isOfPeriod(jackpot.closedBy)) continue
      const counted = this.drawn.filter(
        ({ draw, ticket }) => ticket.jackpot === jackpot.id && isShared(jackpot, draw.at),
      )
      const staked = counted.reduce((sum, { ticket }) => sum + ticket.sideStake, 0)
      const mayMiss = closed !== null && closed.at <= jackpot.closedAt!
      if (!share && staked > 0 && !mayMiss) this.find('SHARE_MISSING', where, `side stakes of ${staked} got none`)
      if (!share) continue
      if (share.staked !== staked)
        this.find('SHARE_STAKED', where, `counts side stakes of ${share.staked} instead of ${staked}`)
      const pots = jackpot.pots.reduce((sum, pot) => sum + BigInt(pot), 0n)
      const least = Number((pots * BigInt(staked)) / BigInt(jackpot.sharedStakes || 1))
      if (share.amount < least || share.amount > least + 1)
        this.find('SHARE_AMOUNT', where, `is ${share.amount}, of ${pots} for ${staked} of ${jackpot.sharedStakes}`)
      shares.push({ jackpot: jackpot.id, player: name, staked: share.staked, amount: share.amount })
    }
    const paid = new Set<number>()
    for (const { jackpot: id, amount, paidBy, isForfeited } of own.values()) {
      const [jackpot, where] = [this.jackpots.get(id), `share of jackpot ${id}`]
      if (!jackpot) this.find('JACKPOT_MISSING', where, 'its jackpot is not in the export')
      if (paidBy === null) {
        const account = `${jackpot?.currency} shares`
        owed.set(account, (owed.get(account) ?? 0) + amount)
      } else paid.add(paidBy)
      if (isForfeited && closed === null) this.find('SHARE_PAID', where, 'was kept, and the account is not closed')
      if (!this.isOfPeriod(paidBy)) continue
      const isPaid = isForfeited ? !this.byMovement.has(paidBy) : this.isMoved(paidBy, 'jackpot-shared', amount)
      if (!isPaid) this.find('SHARE_PAID', where, `movement ${paidBy} did not pay ${amount}`)
    }
    for (const { kind, movement } of entries)
      if (kind === 'jackpot-shared' && !paid.has(movement))
        this.find('SHARE_PAID', `movement ${movement}`, 'paid a share that the player does not have')
  }
}

type Checked = { ticket: Ticket; jackpot: JackpotFacts; pair: Pair | undefined; where: string }
