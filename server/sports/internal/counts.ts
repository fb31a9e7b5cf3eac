/** What a bet counts for, before and after a decision: limits, turnover, wagering requirements and rewards. */
import type { Tx } from '../../deps.ts'
import { recountBet } from '../../ledger/index.ts'
import type { BetRow } from './bets.ts'
import { partsOf } from './movements.ts'

type Counts = {
  /** Decided stake that is not void, and what was paid for it. */
  staked: bigint
  won: bigint
  /** Stake that was settled by its results, not cashed out. */
  settled: bigint
  /** Stake that counts as never staked. */
  voided: bigint
}

function countsOf(bet: BetRow): Counts {
  const isVoid = bet.status === 'voided'
  const rest = bet.stake - bet.cashed_out_stake
  return {
    staked: isVoid ? bet.cashed_out_stake : bet.stake - bet.open_stake,
    won: isVoid ? bet.cashed_out : bet.payout,
    settled: bet.status === 'settled' ? rest : 0n,
    voided: isVoid ? rest : 0n,
  }
}

/** The differences that consumers of play add up. */
export function changeOf(before: BetRow, after: BetRow): Omit<Counts, 'voided'> {
  const [old, now] = [countsOf(before), countsOf(after)]
  return { staked: now.staked - old.staked, won: now.won - old.won, settled: now.settled - old.settled }
}

/** The caller has locked the player's wallets. A free bet counts for nothing: its stake is the operator's. */
export async function recount(tx: Tx, before: BetRow, after: BetRow): Promise<void> {
  if (after.free_bet_id) return
  const [old, now] = [countsOf(before), countsOf(after)]
  const wageredOf = ({ settled }: Counts) => (settled * BigInt(after.bonus_percent)) / 100n
  const change = {
    stake: old.voided - now.voided,
    cash: partsOf(after, old.voided).cash - partsOf(after, now.voided).cash,
    wagered: wageredOf(now) - wageredOf(old),
  }
  if (change.stake === 0n && change.wagered === 0n) return
  await recountBet(
    tx,
    { playerId: after.player_id, currency: after.currency },
    { movementId: after.movement_id, bonusId: after.bonus_id, ...change },
  )
}
