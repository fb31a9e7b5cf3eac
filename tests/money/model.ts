/** The ledger's rules written once more, as plainly as possible: the model that the property tests compare with. */
import type { Movement, PostRefusal } from '#server/ledger/ledger.ts'

type Balances = { cash: bigint; bonus: bigint; held: bigint }
type Accepted = { isReplay: boolean; after: Balances }
export type ModelResult = Accepted | PostRefusal

type Bet = { player: string; roundId: string; movement: Movement; isUndone: boolean }
type Round = { player: string; stake: bigint; won: bigint; bets: number; status: 'open' | 'settled' | 'rolled-back' }

export class Model {
  readonly wallets = new Map<string, Balances>()
  readonly rounds = new Map<string, Round>()
  private readonly posted = new Map<string, { hash: string; after: Balances }>()
  private readonly bets = new Map<string, Bet>()
  private readonly undone = new Set<string>()

  post(movement: Movement): ModelResult {
    const id = `${movement.actor} ${movement.idempotencyKey}`
    const first = this.posted.get(id)
    if (first) return first.hash === movement.requestHash ? { isReplay: true, after: first.after } : 'idempotencyConflict'
    const player = movement.round?.playerId ?? movement.transfers.flatMap(({ from, to }) => [from, to]).find((address) => address.startsWith('player:'))!.split(':')[1]!
    const wallet = this.wallets.get(player)
    if (!wallet) return 'accountNotFound'
    const refusal = this.refusalOf(movement, player)
    if (refusal) return refusal
    const after = { ...wallet }
    for (const { from, to, amount } of this.transfersOf(movement)) {
      const [source, target] = [bucketOf(from, player), bucketOf(to, player)]
      if (source) after[source] -= amount
      if (source && after[source] < 0n) return 'insufficientFunds'
      if (target) after[target] += amount
    }
    this.keepRound(movement, player, wallet, after)
    this.wallets.set(player, after)
    this.posted.set(id, { hash: movement.requestHash, after })
    return { isReplay: false, after }
  }

  private refusalOf({ kind, round, idempotencyKey }: Movement, player: string): PostRefusal | null {
    if (!round) return null
    const held = this.rounds.get(round.id)
    if (held && held.player !== player) return kind === 'bet' ? 'roundClosed' : 'betNotFound'
    if (kind === 'bet') return this.undone.has(idempotencyKey) ? 'betRolledBack' : held && held.status !== 'open' ? 'roundClosed' : null
    const bet = round.betTransactionId ? this.bets.get(round.betTransactionId) : undefined
    if (round.betTransactionId && this.undone.has(round.betTransactionId)) return 'betRolledBack'
    if (kind === 'win') {
      if (held?.status === 'rolled-back') return 'betRolledBack'
      if (!held || held.bets === 0) return 'betNotFound'
      if (held.status === 'settled') return 'roundClosed'
      return round.betTransactionId && bet?.roundId !== round.id ? 'betNotFound' : null
    }
    if (!bet) return this.isPosted(round.betTransactionId!) ? 'betNotFound' : null
    if (bet.player !== player || bet.roundId !== round.id) return 'betNotFound'
    return held!.status === 'settled' || held!.won > 0n ? 'betAlreadyPaid' : null
  }

  private isPosted(key: string): boolean {
    return [...this.posted.keys()].some((id) => id.endsWith(` ${key}`))
  }

  private transfersOf(movement: Movement): Movement['transfers'] {
    if (movement.kind !== 'rollback') return movement.transfers
    const bet = this.bets.get(movement.round!.betTransactionId!)
    return (bet?.movement.transfers ?? []).toReversed().map(({ from, to, amount }) => ({ from: to, to: from, amount }))
  }

  private keepRound({ kind, round, idempotencyKey, ...rest }: Movement, player: string, before: Balances, after: Balances): void {
    if (!round) return
    const change = after.cash + after.bonus - before.cash - before.bonus
    const held = this.rounds.get(round.id) ?? { player, stake: 0n, won: 0n, bets: 0, status: 'open' as const }
    if (kind === 'rollback') {
      this.undone.add(round.betTransactionId!)
      if (!this.bets.has(round.betTransactionId!)) return
      held.stake -= change
      held.bets--
      if (held.bets === 0) held.status = 'rolled-back'
    } else if (kind === 'bet') {
      held.stake -= change
      held.bets++
      this.bets.set(idempotencyKey, { player, roundId: round.id, movement: { kind, round, idempotencyKey, ...rest }, isUndone: false })
    } else {
      held.won += change
    }
    if (round.isFinished && kind !== 'rollback') held.status = 'settled'
    this.rounds.set(round.id, held)
  }
}

function bucketOf(address: string, player: string): keyof Balances | null {
  const [kind, owner, bucket] = address.split(':')
  return kind === 'player' && owner === player ? (bucket as keyof Balances) : null
}
