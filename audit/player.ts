/** Checks everything of one player: seed pairs, rounds, the chains of balances, and the part of the liabilities. */
import type { Findings } from './findings.ts'
import { type HouseFacts, type Node, parentOf } from './house.ts'
import { bytesOfHex, hashBytes, hashText, hexOf, join, textBytes, vrfOutput, wordBytes } from './numbers.ts'
import { actsOf, isSame, mathsOf, recompute } from './recompute.ts'
import type { Held } from './jackpots.ts'
import type {
  Account,
  ClosedAccount,
  Entry,
  Leaf,
  Owed,
  Pair,
  Player,
  PlayerRecord,
  Round,
  Share,
  Ticket,
} from './records.ts'
import { addReturn, type Returns } from './returns.ts'
import { type DrawCounts, isOfJackpot, ofTickets, TicketAudit } from './tickets.ts'

export type Counts = DrawCounts & {
  players: number
  rounds: number
  recomputed: number
  unrevealed: number
  entries: number
  pairs: number
}
export const noCounts = (): Counts => ({
  players: 0,
  rounds: 0,
  recomputed: 0,
  unrevealed: 0,
  entries: 0,
  pairs: 0,
  draws: 0,
  recomputedDraws: 0,
})
export type Result = { findings: Findings; returns: Returns; counts: Counts; held: Held }

const house = 'fairhouse-studio'
/** A key may come into use between the draw of a pair and the time that is recorded for it. */
const keyChangeMs = 10_000
/** A transaction that began this long before the last movement of a report, or later, may not be counted in it yet. */
const concurrentMs = 1_000
const mostCuts = 50
const partsPerBalance = 4
const proofsKeptMs = 31 * 86_400_000

export class PlayerAudit {
  private readonly name: string
  private readonly id: string | undefined
  private readonly facts: HouseFacts
  private readonly result: Result
  private readonly accounts: Account[] = []
  private readonly pairs: Pair[] = []
  private readonly rounds: Round[] = []
  private readonly entries: Entry[] = []
  private readonly owed: Owed[] = []
  private readonly leaves: Leaf[] = []
  private readonly tickets: Ticket[] = []
  private readonly shares: Share[] = []
  private closed: ClosedAccount | null = null

  constructor({ player, id }: Player, facts: HouseFacts, result: Result) {
    this.name = player
    this.id = id
    this.facts = facts
    this.result = result
  }

  add(record: PlayerRecord): void {
    switch (record.record) {
      case 'player':
        break
      case 'account':
        this.accounts.push(record)
        break
      case 'pair':
        this.pairs.push(record)
        break
      case 'round':
        this.rounds.push(record)
        break
      case 'entry':
        this.entries.push(record)
        break
      case 'owed':
        this.owed.push(record)
        break
      case 'leaf':
        this.leaves.push(record)
        break
      case 'ticket':
        this.tickets.push(record)
        break
      case 'share':
        this.shares.push(record)
        break
      case 'closed':
        this.closed = record
        break
    }
  }

  private get isOwnFile(): boolean {
    return this.facts.range.ownFileMadeAt !== undefined
  }

  private find(code: string, where: string, text: string): void {
    this.result.findings.add(code, `player ${this.name.slice(0, 12)}, ${where}`, text)
  }

  async finish(): Promise<void> {
    const { counts, returns } = this.result
    counts.players++
    counts.pairs += this.pairs.length
    counts.rounds += this.rounds.length
    counts.entries += this.entries.length
    if (!/^[0-9a-f]{64}$/.test(this.name)) this.find('PLAYER_NAME', 'pseudonym', 'is not a hash')
    if (this.isOwnFile && (this.id === undefined || hashText(this.id) !== this.name))
      this.find('PLAYER_NAME', 'pseudonym', 'is not the hash of the id')
    this.checkPairs()
    await this.checkRounds()
    this.entries.sort((one, other) => one.movement - other.movement || one.ordinal - other.ordinal)
    this.checkChains()
    this.checkBooks()
    new TicketAudit({ ...this.records(), name: this.name }, this.facts, (code, where, text) =>
      this.find(code, where, text),
    ).check(counts, this.result.held)
    this.checkOwed()
    for (const round of this.rounds) if (round.status === 'settled' && this.endedHere(round)) addReturn(returns, round)
  }

  private records() {
    const { pairs, rounds, entries, tickets, shares, closed } = this
    return { pairs, rounds, entries, tickets, shares, closed }
  }

  private checkPairs(): void {
    for (const [game, pairs] of Map.groupBy(this.pairs, (pair) => pair.game)) {
      pairs.sort((one, other) => one.number - other.number)
      for (const [index, pair] of pairs.entries()) {
        const [before, where] = [pairs[index - 1], nameOf(pair)]
        const isNew = pair.openedAt >= this.facts.range.from
        if (before?.number === pair.number) this.find('PAIR_TWICE', where, 'has two commitments')
        else if (before ? before.number !== pair.number - 1 : isNew && pair.number !== 1)
          this.find('PAIR_GAP', where, `follows pair ${before?.number ?? 'none'}`)
        if (before && before.revealedAt === null)
          this.find('PAIR_UNREVEALED', nameOf(before), `was never revealed, and pair ${pair.number} is in use`)
        if (before?.revealedAt && pair.openedAt < before.revealedAt)
          this.find('PAIR_OVERLAP', where, `was opened before pair ${before.number} was revealed`)
        this.checkPair(pair, where, hashText(`${this.name}:${game}:${pair.number}`))
      }
    }
  }

  private checkPair(pair: Pair, where: string, place: string): void {
    const keyAt = (moment: string) => this.facts.keys.findLast(({ usedFrom }) => usedFrom <= moment)?.id
    const earlier = new Date(Date.parse(pair.openedAt) - keyChangeMs).toISOString()
    const key = this.facts.keys.find(({ id }) => id === pair.key)
    if (!key) this.find('PAIR_KEY', where, `key ${pair.key} is not in the export`)
    else if (keyAt(pair.openedAt) !== key.id && keyAt(earlier) !== key.id)
      this.find('PAIR_KEY', where, 'was drawn with a key that was not in use')
    if (!/^[0-9a-f]{64}$/.test(pair.serverSeedHash)) this.find('PAIR_COMMITMENT', where, 'has no commitment')
    const { revealedAt, serverSeed, proof } = pair
    if ((revealedAt === null) !== (serverSeed === null) || (revealedAt === null) !== (proof === null)) {
      this.find('PAIR_REVEAL', where, 'seed, proof and time of its reveal are not stated together')
      return
    }
    if (serverSeed === null || proof === null || !key) return
    if (hashText(serverSeed) !== pair.serverSeedHash)
      this.find('PAIR_COMMITMENT', where, 'the revealed seed has another hash than was committed to')
    const output = vrfOutput(key, `${place}:${pair.clientSeed}`, proof)
    if (output === null)
      this.find('PAIR_PROOF', where, 'the proof is not of its key, player, game, number and client seed')
    else if (output !== serverSeed) this.find('PAIR_SEED', where, 'the seed is not the output of its proof')
  }

  private async checkRounds(): Promise<void> {
    const byPair = Map.groupBy(this.rounds, nameOfPair)
    const ids = new Set<string>()
    for (const { id } of this.rounds) {
      if (ids.has(id)) this.find('ROUND_TWICE', `round ${id}`, 'is listed twice')
      ids.add(id)
    }
    for (const pair of this.pairs) if (!isOfJackpot(pair)) this.checkNonces(pair, byPair.get(nameOf(pair)) ?? [])
    const pairs = new Map(this.pairs.map((pair) => [nameOf(pair), pair]))
    for (const round of this.rounds) {
      const pair = pairs.get(nameOfPair(round))
      const where = `round ${round.id}`
      if (!pair) this.find('ROUND_PAIR', where, `${nameOfPair(round)} is not in the export`)
      else this.checkTimes(round, pair, where)
      await this.checkRound(round, pair, where)
    }
  }

  /** The rounds of the period have consecutive nonces; earlier ones that ended in it may have gaps. */
  private checkNonces(pair: Pair, rounds: Round[]): void {
    const where = nameOf(pair)
    const { from, to } = this.facts.range
    const own = rounds.filter(({ openedAt }) => openedAt >= from && openedAt < to)
    const nonces = new Set(own.map(({ nonce }) => nonce))
    if (nonces.size !== own.length) this.find('ROUND_NONCE', where, 'two rounds have the same nonce')
    if (pair.openedAt >= from && pair.roundsBefore !== 0)
      this.find('ROUND_MISSING', where, 'had rounds before it was opened')
    for (let nonce = pair.roundsBefore; nonce < pair.rounds; nonce++)
      if (!nonces.delete(nonce)) this.find('ROUND_MISSING', where, `its round ${nonce} is missing`)
    for (const nonce of nonces) this.find('ROUND_NONCE', where, `has a round ${nonce} beside those that it counts`)
    const ordered = own.toSorted((one, other) => one.nonce - other.nonce)
    for (const [index, round] of ordered.entries())
      if (index > 0 && round.openedAt < ordered[index - 1]!.openedAt)
        this.find('ROUND_ORDER', `round ${round.id}`, 'was opened before the round with the nonce before')
  }

  private checkTimes(round: Round, pair: Pair, where: string): void {
    if (round.openedAt < pair.openedAt)
      this.find('PAIR_LATE', where, `was opened before the commitment of ${nameOf(pair)}`)
    if (pair.revealedAt !== null && (round.endedAt === null || round.endedAt > pair.revealedAt))
      this.find('PAIR_EARLY', where, `had not ended when the seed of ${nameOf(pair)} was revealed`)
    if (pair.revealedAt !== null && round.openedAt > pair.revealedAt)
      this.find('PAIR_EARLY', where, `was opened after the seed of ${nameOf(pair)} was revealed`)
    if (round.endedAt !== null && round.endedAt < round.openedAt)
      this.find('ROUND_ORDER', where, 'ended before it was opened')
  }

  private async checkRound(round: Round, pair: Pair | undefined, where: string): Promise<void> {
    if (!this.facts.maths.has(`${round.game} ${round.version} ${round.mathsHash}`))
      this.find('ROUND_MATHS', where, `the export does not state maths ${round.version} with this hash`)
    if ((round.status === 'open') !== (round.endedAt === null))
      this.find('ROUND_STATE', where, 'status and time of its end differ')
    if (round.status !== 'settled') {
      if (round.payout !== 0 || round.outcome !== null)
        this.find('ROUND_STATE', where, `is ${round.status} and has a result`)
      return
    }
    if ((round.outcome as { payout?: unknown } | null)?.payout !== round.payout)
      this.find('ROUND_PAYOUT', where, `paid ${round.payout}, which is not the payout of its outcome`)
    this.checkShared(round, where)
    const maths = await mathsOf(round.game, round.version)
    if (!maths) {
      this.find('ROUND_MATHS', where, `${round.game} ${round.version} is unknown to this auditor`)
      return
    }
    if (!pair) return
    if (pair.serverSeed === null) {
      this.result.counts.unrevealed++
      return
    }
    this.result.counts.recomputed++
    const expected = await recompute(maths, round, { clientSeed: pair.clientSeed, serverSeed: pair.serverSeed })
    if (!expected) {
      this.find('ROUND_OFFER', where, 'has a stake, choice or act that its game does not offer')
      return
    }
    if (!isSame(expected.outcome, round.outcome)) this.find('ROUND_OUTCOME', where, 'its seeds lead to another outcome')
    if (expected.payout !== round.payout)
      this.find('ROUND_PAYOUT', where, `paid ${round.payout} instead of ${expected.payout}`)
    if (expected.extraStake !== round.extraStake)
      this.find('ROUND_EXTRA', where, `took ${round.extraStake} besides its stake instead of ${expected.extraStake}`)
  }

  /** A bet of a round of all players: it ended as that round allows. */
  private checkShared(round: Round, where: string): void {
    const number = (round.choice as { round?: unknown } | null)?.round
    if (typeof number !== 'number') return
    const shared = this.facts.shared.get(`${round.game} ${number}`)
    const act = actsOf(round.outcome)[0]
    if (!shared) this.find('BET_SHARED', where, `shared round ${number} is not in the export`)
    else if (shared.version !== round.version)
      this.find('BET_SHARED', where, `is of another version than shared round ${number}`)
    else if (
      !act?.hundredths ||
      (act.type === 'crash'
        ? act.hundredths !== shared.point || shared.isInterrupted
        : shared.point === null || act.hundredths > shared.point)
    )
      this.find(
        'BET_SHARED',
        where,
        `ended at ${act?.hundredths}, which shared round ${number} with the point ${shared.point} does not allow`,
      )
  }

  private checkChains(): void {
    const { firstMovement, lastMovement } = this.facts.range
    const balances = new Map(this.accounts.map((account) => [`${account.currency} ${account.part}`, account.opening]))
    if (balances.size !== this.accounts.length) this.find('ACCOUNT_TWICE', 'accounts', 'an account is listed twice')
    for (const [index, entry] of this.entries.entries()) {
      const [where, before] = [nameOfEntry(entry), this.entries[index - 1]]
      if (entry.movement < firstMovement || entry.movement > lastMovement)
        this.find('ENTRY_RANGE', where, 'is not of this period')
      if (before?.movement === entry.movement && before.ordinal === entry.ordinal)
        this.find('ENTRY_TWICE', where, 'is listed twice')
      if (entry.amount === 0) this.find('ENTRY_KIND', where, 'moves nothing')
      if (isHouse(entry)) {
        if (entry.balance !== null || entry.round === null)
          this.find('ENTRY_KIND', where, `is of ${entry.part} and no part of a round`)
        continue
      }
      const account = `${entry.currency} ${entry.part}`
      const balance = balances.get(account)
      if (balance === undefined) this.find('ACCOUNT_MISSING', where, `account ${account} is not in the export`)
      else if (entry.balance !== balance + entry.amount)
        this.find(
          'ENTRY_CHAIN',
          where,
          `${balance} and ${entry.amount} make ${balance + entry.amount}, not ${entry.balance}`,
        )
      if (entry.balance === null || entry.balance < 0) this.find('ENTRY_CHAIN', where, 'leaves no balance')
      balances.set(account, entry.balance ?? 0)
    }
    for (const { currency, part, closing } of this.accounts) {
      const last = balances.get(`${currency} ${part}`)
      if (last !== closing)
        this.find('ACCOUNT_CLOSING', `account ${currency} ${part}`, `ends with ${last}, not with ${closing}`)
    }
    for (const [movement, own] of Map.groupBy(this.entries, (entry) => entry.movement)) {
      const inside = own.filter(({ counterparty }) => counterparty.startsWith('own:'))
      if (inside.reduce((sum, { amount }) => sum + amount, 0) !== 0)
        this.find(
          'ENTRY_TRANSFER',
          `movement ${movement}`,
          'moves another amount out of one account of the player than into the other',
        )
      if (new Set(own.map(({ kind }) => kind)).size > 1)
        this.find('ENTRY_KIND', `movement ${movement}`, 'has entries of several kinds')
    }
  }

  private endedHere({ lastMovement }: Round): boolean {
    return (
      lastMovement !== null &&
      lastMovement >= this.facts.range.firstMovement &&
      lastMovement <= this.facts.range.lastMovement
    )
  }

  /** Each movement of a round has its round, and each round the movements that it states. */
  private checkBooks(): void {
    const rounds = new Map(this.rounds.map((round) => [round.id, round]))
    const books = new Map(this.rounds.map(({ id }) => [id, { staked: 0, won: 0, spun: 0 }]))
    for (const entry of this.entries) {
      const where = nameOfEntry(entry)
      if (ofTickets.has(entry.kind)) continue
      const isOfRound = ['bet', 'win', 'rollback'].includes(entry.kind)
      if (isOfRound !== (entry.round !== null))
        this.find('ENTRY_ROUND', where, `is a ${entry.kind} ${isOfRound ? 'without' : 'with'} a round`)
      if (!isOfRound || entry.studio !== house || entry.round === null) continue
      const [round, book] = [rounds.get(entry.round), books.get(entry.round)]
      if (!round || !book) {
        this.find('ENTRY_ROUND', where, `round ${entry.round} is not a round of this player in the export`)
        continue
      }
      if (round.currency !== entry.currency)
        this.find('ENTRY_CURRENCY', where, `is in ${entry.currency}, its round in ${round.currency}`)
      if (round.firstMovement === null || entry.movement < round.firstMovement || entry.movement > round.lastMovement!)
        this.find('ENTRY_ROUND', where, `is outside the movements of round ${round.id}`)
      const isPaid = entry.kind !== 'bet'
      if (isPaid !== entry.amount > 0 || entry.counterparty !== 'house:games')
        this.find('ENTRY_KIND', where, `a ${entry.kind} of ${entry.amount} with ${entry.counterparty}`)
      if (entry.kind === 'win') book.won += entry.amount
      else book.staked -= entry.amount
      if (entry.part === 'bonus-expense') book.spun -= entry.amount
    }
    for (const round of this.rounds) this.checkBook(round, books.get(round.id)!)
  }

  private checkBook(round: Round, { staked, won, spun }: { staked: number; won: number; spun: number }): void {
    const { firstMovement, lastMovement, status, payout, forfeited } = round
    const where = `round ${round.id}`
    if (firstMovement === null || lastMovement === null) {
      if (status === 'settled') this.find('ROUND_UNBOOKED', where, 'is settled and has no movement')
      return
    }
    const isWhole = firstMovement >= this.facts.range.firstMovement
    if (!this.endedHere(round)) {
      const latest = this.facts.range.lastMovement
      if (status === 'settled' && lastMovement > latest && won > 0)
        this.find('ROUND_WIN', where, `paid ${won} before its last movement`)
      return
    }
    if (status === 'settled') {
      const stake = round.stake + round.extraStake
      if (isWhole && staked !== stake)
        this.find('ROUND_STAKE', where, `its movements took ${staked}, its stakes are ${stake}`)
      if (isWhole && spun !== round.freeStake)
        this.find('ROUND_FREE', where, `free spins paid ${spun} of its stake, it states ${round.freeStake}`)
      if (forfeited !== 0 && round.bonusStake <= 0)
        this.find('ROUND_FORFEIT', where, `kept ${forfeited} of its win, and no bonus money was staked`)
      if (won + forfeited !== payout)
        this.find(
          'ROUND_WIN',
          where,
          `its movements paid ${won}${forfeited ? ` and kept ${forfeited}` : ''}, it won ${payout}`,
        )
    } else if (won !== 0) this.find('ROUND_WIN', where, `is ${status} and was paid ${won}`)
    else if (status === 'cancelled' && isWhole && staked !== 0)
      this.find('ROUND_REFUND', where, `is cancelled, and ${staked} of its stake was not returned`)
  }

  private checkOwed(): void {
    const { firstMovement, lastMovement } = this.facts.range
    for (const report of this.facts.reports) {
      const { number, lastMovement: until, lastMovementAt: at } = report
      const isComparable = until >= firstMovement - 1 && until <= lastMovement
      const currencies = new Set([
        ...this.accounts.map(({ currency }) => currency),
        ...this.owed.map(({ currency }) => currency),
      ])
      for (const currency of currencies) {
        const tree = this.facts.leaves.get(`${number} ${currency}`)
        const own = this.owed.filter((owed) => owed.report === number && owed.currency === currency)
        const where = `report ${number}, ${currency}`
        if (own.length > 1) this.find('OWED_TWICE', where, 'is listed twice')
        const leaf = own.flatMap(({ parts }) => parts).reduce((sum, [, amount]) => sum + amount, 0)
        if (own[0] && this.isOwnFile) this.checkWays(own[0], report, where)
        else if (own[0]) this.checkLeaves(own[0], tree, where)
        if (!isComparable || (this.isOwnFile ? !this.hasProof(report) : this.facts.leaves.size === 0)) continue
        const values = this.valuesAt(currency, until, at)
        const others = own.reduce((sum, { otherClaims }) => sum + otherClaims, 0)
        if (own.length === 0) {
          if (Math.min(...values) > 0) this.find('OWED_MISSING', where, `the report leaves out ${Math.min(...values)}`)
        } else if (!values.some((value) => leaf >= value && leaf <= value + others))
          this.find(
            'OWED_DIFFERENT',
            where,
            `the report owes ${leaf}, the accounts say ${values[0]}${others ? ` and other claims of up to ${others}` : ''}`,
          )
      }
    }
    const known = new Set(this.facts.reports.map(({ number }) => number))
    for (const { report } of this.owed)
      if (!known.has(report)) this.find('OWED_REPORT', `report ${report}`, 'is not of this period')
  }

  /** The site keeps proofs for a month. */
  private hasProof({ madeAt }: { madeAt: string }): boolean {
    return Date.parse(madeAt) >= Date.parse(this.facts.range.ownFileMadeAt!) - proofsKeptMs
  }

  /** Each part of the balance is a leaf of this player in the tree whose root was signed. */
  private checkWays({ parts, currency }: Owed, report: HouseFacts['reports'][number], where: string): void {
    const tree = report.trees.find((each) => each.currency === currency)
    if (parts.length !== partsPerBalance) this.find('OWED_LEAF', where, `has ${parts.length} parts`)
    for (const [part, [position, amount]] of parts.entries()) {
      const leaf = this.leaves.find(
        (each) => each.report === report.number && each.currency === currency && each.part === part,
      )
      const top = leaf && this.topOf(leaf, report.id)
      const isTheOne = leaf?.position === position && leaf.amount === amount && position < (tree?.leaves ?? 0)
      const isOfTree = tree && top && hexOf(top.hash) === tree.root && top.sum === tree.total
      if (!isTheOne || !isOfTree || 2 ** leaf.path.length !== tree.leaves)
        this.find('OWED_LEAF', where, `part ${part} is not a leaf of this player that leads to the root`)
    }
  }

  private topOf({ currency, part, position, amount, salt, path }: Leaf, report: string): Node {
    const owner = textBytes(`${report} ${currency} ${this.id} ${part}`)
    const sum = BigInt(amount)
    let node = { hash: hashBytes(join(Uint8Array.of(0), owner, bytesOfHex(salt), wordBytes(sum))), sum }
    for (const [level, [hash, beside]] of path.entries()) {
      const sibling = { hash: bytesOfHex(hash), sum: BigInt(beside) }
      node = Math.floor(position / 2 ** level) % 2 === 0 ? parentOf(node, sibling) : parentOf(sibling, node)
    }
    return node
  }

  private checkLeaves(
    { parts }: Owed,
    tree: { sums: Float64Array; isOwned: Uint8Array } | undefined,
    where: string,
  ): void {
    if (parts.length !== partsPerBalance) this.find('OWED_LEAF', where, `has ${parts.length} parts`)
    for (const [position, amount] of parts) {
      if (amount < 0 || tree?.sums[position] !== amount)
        this.find('OWED_LEAF', where, `leaf ${position} has ${tree?.sums[position] ?? 'no sum'}, not ${amount}`)
      // Marked atomically, because other threads mark leaves of other players.
      else if (Atomics.exchange(tree.isOwned, position, 1) === 1)
        this.find('LEAF_SHARED', where, `leaf ${position} is that of another balance`)
    }
  }

  /** What was owed after a movement, first of all; then without some of the movements that ran at the same time. */
  private valuesAt(currency: string, until: number, at: string): number[] {
    const since = new Date(Date.parse(at) - concurrentMs).toISOString()
    const recent = this.entries.filter(
      (entry) => entry.movement <= until && entry.at > since && entry.currency === currency,
    )
    const cuts = [...new Set(recent.map(({ movement }) => movement - 1))].slice(-mostCuts)
    return [until, ...cuts.toReversed()].map((cut) => this.valueAt(currency, cut))
  }

  private valueAt(currency: string, cut: number): number {
    const parts = new Map(
      this.accounts.filter((account) => account.currency === currency).map(({ part, opening }) => [part, opening]),
    )
    const staked = new Map<string, { before: number; after: number }>()
    for (const entry of this.entries) {
      if (entry.currency !== currency || isHouse(entry)) continue
      if (entry.movement <= cut) parts.set(entry.part, entry.balance ?? 0)
      if (entry.round === null || entry.part !== 'cash' || entry.kind === 'win' || entry.studio !== house) continue
      if (ofTickets.has(entry.kind)) continue
      const sums = staked.get(entry.round) ?? { before: 0, after: 0 }
      sums[entry.movement <= cut ? 'before' : 'after'] -= entry.amount
      staked.set(entry.round, sums)
    }
    const inPlay = this.rounds
      .filter((round) => round.currency === currency && round.firstMovement !== null && round.firstMovement <= cut)
      .filter((round) => round.status === 'open' || round.lastMovement! > cut)
      .reduce((sum, round) => {
        const { before = 0, after = 0 } = staked.get(round.id) ?? {}
        if (round.firstMovement! >= this.facts.range.firstMovement) return sum + before
        return sum + Math.max(0, round.stake + round.extraStake - round.freeStake - round.bonusStake - after)
      }, 0)
    const balances = ['cash', 'held', 'vault'].reduce((sum, part) => sum + (parts.get(part) ?? 0), 0)
    return balances + inPlay + this.heldAt(currency, cut)
  }

  /** Side stakes that were not drawn yet, and shares of closed jackpots that were not paid yet. */
  private heldAt(currency: string, cut: number): number {
    const jackpots = new Map(this.facts.jackpots.map((jackpot) => [jackpot.id, jackpot]))
    const isOf = ({ jackpot }: Ticket | Share) => jackpots.get(jackpot)?.currency === currency
    const isLater = (movement: number | null) => movement === null || movement > cut
    const tickets = this.tickets.filter((each) => isOf(each) && each.boughtBy <= cut && isLater(each.endedBy))
    const shares = this.shares.filter(
      (each) => isOf(each) && !isLater(jackpots.get(each.jackpot)!.closedBy) && isLater(each.paidBy),
    )
    return (
      tickets.reduce((sum, { sideStake }) => sum + sideStake, 0) + shares.reduce((sum, { amount }) => sum + amount, 0)
    )
  }
}

const isHouse = ({ part }: Entry) => part === 'bonus-expense' || part === 'spin-wins'
const nameOf = ({ game, number }: Pair) => `pair ${number} of ${game}`
const nameOfPair = ({ game, pair }: Round) => `pair ${pair} of ${game}`
const nameOfEntry = ({ movement, ordinal }: Entry) => `entry ${movement}.${ordinal}`
