/** A second, simple implementation of the ledger's rules: the model of the property tests. */
import type { Subunits } from '#contract/money.ts'
import type { RefusalOfPlay } from '#contract/refusals-of-play.ts'
import type { Movement } from '#server/ledger/ledger.ts'

type Balances = { cash: bigint; bonus: bigint; held: bigint }
type Accepted = { isReplay: boolean; after: Balances }
export type ModelResult = Accepted | RefusalOfPlay

/** `requirement`: the number of turnover requirements that had begun when the bet was placed. */
type Bet = { player: string; roundId: string; transfers: Movement['transfers']; requirement: number }
/** The requirement before the current one, and the stakes counted for it. */
type Earlier = { begun: number; met: bigint; placed: bigint; voided: bigint }
type Round = {
  player: string
  stake: bigint
  won: bigint
  bets: number
  status: 'open' | 'settled' | 'rolled-back'
  bonusStake: bigint
  bonusId: string | null
  forfeited: bigint
}
/** Counters besides the balances. */
export type Counts = {
  turnoverTotal: bigint
  turnoverPlaced: bigint
  bonusId: string | null
  wagerPlaced: bigint
  maxBet: bigint | null
}

/** The percentage of a stake that counts towards a bonus, by kind of game; other kinds count fully. */
export const percents: Record<string, number> = { whole: 100, half: 50, none: 0 }
const percentOf = (round: Movement['round']): number => percents[round?.gameKind ?? ''] ?? 100

export class Model {
  readonly wallets = new Map<string, Balances>()
  readonly counts = new Map<string, Counts>()
  readonly rounds = new Map<string, Round>()
  private readonly posted = new Map<string, { hash: string; after: Balances }>()
  private readonly bets = new Map<string, Bet>()
  private readonly undone = new Set<string>()
  private readonly earlier = new Map<string, Earlier>()

  post(movement: Movement): ModelResult {
    const id = `${movement.actor} ${movement.idempotencyKey}`
    const first = this.posted.get(id)
    if (first)
      return first.hash === movement.requestHash ? { isReplay: true, after: first.after } : 'idempotencyConflict'
    const player =
      movement.round?.playerId ??
      movement.transfers
        .flatMap(({ from, to }) => [from, to])
        .find((address) => address.startsWith('player:'))!
        .split(':')[1]!
    const wallet = this.wallets.get(player)
    if (!wallet) return 'accountNotFound'
    const refusal = this.refusalOf(movement, player)
    if (refusal) return refusal
    const after = { ...wallet }
    const transfers = this.transfersOf(movement, player, wallet)
    for (const { from, to, amount } of transfers) {
      const [source, target] = [bucketOf(from, player), bucketOf(to, player)]
      if (source) after[source] -= amount
      if (source && after[source] < 0n) return 'insufficientFunds'
      if (target) after[target] += amount
    }
    this.count(movement, player, transfers)
    this.keepRound(movement, player, transfers)
    this.wallets.set(player, after)
    this.posted.set(id, { hash: movement.requestHash, after })
    return { isReplay: false, after }
  }

  private refusalOf({ kind, round, idempotencyKey, transfers }: Movement, player: string): RefusalOfPlay | null {
    if (!round) return null
    const modelRound = this.rounds.get(round.id)
    if (modelRound && modelRound.player !== player) return kind === 'bet' ? 'roundClosed' : 'betNotFound'
    if (kind === 'bet') {
      if (this.undone.has(idempotencyKey)) return 'betRolledBack'
      if (modelRound && modelRound.status !== 'open') return 'roundClosed'
      const { bonusId, maxBet } = this.counts.get(player)!
      const [first, second] = transfers
      if (bonusId === null || first === undefined || second !== undefined) return null
      const { cash, bonus } = this.wallets.get(player)!
      if (percentOf(round) === 0 && first.amount > cash && bonus > 0n) return 'gameExcluded'
      return maxBet !== null && (modelRound?.stake ?? 0n) + first.amount > maxBet ? 'maxBetExceeded' : null
    }
    const bet = round.betTransactionId ? this.bets.get(round.betTransactionId) : undefined
    if (round.betTransactionId && this.undone.has(round.betTransactionId)) return 'betRolledBack'
    if (kind === 'win') {
      if (modelRound?.status === 'rolled-back') return 'betRolledBack'
      if (!modelRound || modelRound.bets === 0) return 'betNotFound'
      if (modelRound.status === 'settled') return 'roundClosed'
      return round.betTransactionId && bet?.roundId !== round.id ? 'betNotFound' : null
    }
    if (!bet) return this.isPosted(round.betTransactionId!) ? 'betNotFound' : null
    if (bet.player !== player || bet.roundId !== round.id) return 'betNotFound'
    return modelRound!.status === 'settled' || modelRound!.won > 0n || modelRound!.forfeited > 0n
      ? 'betAlreadyPaid'
      : null
  }

  private isPosted(key: string): boolean {
    return [...this.posted.keys()].some((id) => id.endsWith(` ${key}`))
  }

  /**
   * Returns the actual transfers: a bet from cash and then bonus, its win in the same proportion, a rollback like its
   * bet.
   */
  private transfersOf(movement: Movement, player: string, wallet: Balances): Movement['transfers'] {
    const { kind, round, transfers } = movement
    const { bonusId } = this.counts.get(player)!
    const modelRound = round && this.rounds.get(round.id)
    const [only] = transfers.length === 1 ? transfers : []
    const bonus = (address: string): string => address.replace(':cash:', ':bonus:')
    if (
      kind === 'bet' &&
      only &&
      bonusId !== null &&
      percentOf(round) !== 0 &&
      only.amount > wallet.cash &&
      wallet.bonus > 0n &&
      (modelRound?.bonusId ?? bonusId) === bonusId
    ) {
      return withoutZeros([
        { ...only, amount: wallet.cash as Subunits },
        { ...only, from: bonus(only.from), amount: (only.amount - wallet.cash) as Subunits },
      ])
    }
    const isGone = (modelRound?.bonusId ?? null) !== bonusId
    const expense = 'house:bonus-expense:EUR'
    if (kind === 'win' && only && modelRound && modelRound.bonusStake > 0n) {
      const part = (only.amount * modelRound.bonusStake) / modelRound.stake
      return withoutZeros([
        { ...only, amount: (only.amount - part) as Subunits },
        { ...only, to: isGone ? expense : bonus(only.to), amount: part as Subunits },
      ])
    }
    if (kind !== 'rollback') return transfers
    const bet = this.bets.get(round!.betTransactionId!)
    return (bet?.transfers ?? [])
      .toReversed()
      .map(({ from, to, amount }) => ({ from: to, to: isGone && from.includes(':bonus:') ? expense : from, amount }))
  }

  private count(
    { kind, round, turnover = 0n as Subunits }: Movement,
    player: string,
    transfers: Movement['transfers'],
  ): void {
    const counts = { ...this.counts.get(player)! }
    const weight = BigInt(percentOf(round))
    if (turnover > 0n) {
      if (counts.turnoverPlaced >= counts.turnoverTotal) {
        const { turnoverTotal: met, turnoverPlaced: placed } = counts
        this.earlier.set(player, { begun: this.earlierOf(player).begun + 1, met, placed, voided: 0n })
        Object.assign(counts, { turnoverTotal: 0n, turnoverPlaced: 0n })
      }
      counts.turnoverTotal += turnover
    }
    if (kind === 'bet') {
      counts.turnoverPlaced += sum(transfers, ({ from }) => from.includes(':cash:'))
      if (counts.bonusId)
        counts.wagerPlaced += (sum(transfers, ({ from }) => from.startsWith('player:')) * weight) / 100n
    } else if (kind === 'rollback' && round) {
      this.countVoid(
        counts,
        this.earlierOf(player),
        sum(transfers, ({ to }) => to.includes(':cash:')),
        this.bets.get(round.betTransactionId!),
      )
      if (counts.bonusId && this.rounds.get(round.id)?.bonusId === counts.bonusId)
        counts.wagerPlaced -= (sum(transfers, ({ to }) => to.startsWith('player:')) * weight) / 100n
    }
    this.counts.set(player, counts)
  }

  private earlierOf(player: string): Earlier {
    return this.earlier.get(player) ?? { begun: 0, met: 0n, placed: 0n, voided: 0n }
  }

  /** A voided stake for an earlier requirement reduces that one, not the current one. */
  private countVoid(counts: Counts, earlier: Earlier, cash: bigint, bet: Bet | undefined): void {
    if (!bet || bet.requirement === earlier.begun) {
      counts.turnoverPlaced = counts.turnoverPlaced > cash ? counts.turnoverPlaced - cash : 0n
      return
    }
    const missing = () => {
      const left = earlier.met - (earlier.placed - earlier.voided)
      return left < 0n ? 0n : left < earlier.met ? left : earlier.met
    }
    const before = missing()
    earlier.voided += cash
    counts.turnoverTotal += missing() - before
  }

  private keepRound({ kind, round, idempotencyKey }: Movement, player: string, transfers: Movement['transfers']): void {
    if (!round) return
    const modelRound = this.rounds.get(round.id) ?? {
      player,
      stake: 0n,
      won: 0n,
      bets: 0,
      status: 'open' as const,
      bonusStake: 0n,
      bonusId: null,
      forfeited: 0n,
    }
    if (kind === 'rollback') {
      this.undone.add(round.betTransactionId!)
      const bet = this.bets.get(round.betTransactionId!)
      if (!bet) return
      modelRound.stake -= sum(bet.transfers)
      modelRound.bonusStake -= sum(bet.transfers, ({ from }) => from.includes(':bonus:'))
      modelRound.bets--
      if (modelRound.bets === 0) modelRound.status = 'rolled-back'
    } else if (kind === 'bet') {
      modelRound.stake += sum(transfers)
      modelRound.bonusStake += sum(transfers, ({ from }) => from.includes(':bonus:'))
      modelRound.bonusId ??= this.counts.get(player)!.bonusId
      modelRound.bets++
      this.bets.set(idempotencyKey, {
        player,
        roundId: round.id,
        transfers,
        requirement: this.earlierOf(player).begun,
      })
    } else {
      modelRound.won += sum(transfers, ({ to }) => to.startsWith('player:'))
      modelRound.forfeited += sum(transfers, ({ to }) => to.startsWith('house:'))
    }
    if (round.isFinished && kind !== 'rollback') modelRound.status = 'settled'
    this.rounds.set(round.id, modelRound)
  }
}

type Transfers = Movement['transfers']
const withoutZeros = (transfers: Transfers): Transfers => transfers.filter(({ amount }) => amount > 0n)
const sum = (transfers: Transfers, where: (transfer: Transfers[number]) => boolean = () => true): bigint =>
  transfers.filter(where).reduce((total, { amount }) => total + amount, 0n)

function bucketOf(address: string, player: string): keyof Balances | null {
  const [kind, owner, bucket] = address.split(':')
  return kind === 'player' && owner === player ? (bucket as keyof Balances) : null
}
