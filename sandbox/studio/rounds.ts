/** Plays a round with the site's wallet: the stake, the result and the win; also handles lost responses. */
import { randomUUID } from 'node:crypto'
import { refusedForSure, type Bet, type Status, type WalletAnswer } from '#studio-sdk/protocol.ts'
import type { Wallet } from '#studio-sdk/wallet.ts'
import { draw, type Game, winOf } from './games.ts'
import type { StudioFaults } from './faults.ts'

export type PlayerSeat = { user: string; token: string; currency: string }
export type Played =
  | { isPlayed: true; round: string; result: number; win: number; balance: number }
  /** No stake was taken, or it is being returned. */
  | { isPlayed: false; status: Status | 'noAnswer'; balance?: number }

export type Rounds = {
  play(seat: PlayerSeat, game: Game, asked: { stake: number; choice: number; reward?: string }): Promise<Played>
  /** The number of calls without a response. */
  waiting(): number
  close(): void
}

const repeats = 2
/** The growing intervals at which wins and rollbacks are repeated until they are answered. */
const retryMs = [250, 500, 1_000, 2_000, 5_000, 10_000, 30_000]

export function createRounds(wallet: Wallet, faults: StudioFaults): Rounds {
  const timers = new Set<NodeJS.Timeout>()
  let waiting = 0

  const later = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }
  const pause = (ms: number) => new Promise<void>((resume) => (ms > 0 ? later(ms, resume) : resume()))

  /** Sends one call, repeated as the simulated faults require; the first response counts. */
  async function send(call: () => Promise<WalletAnswer | null>): Promise<WalletAnswer | null> {
    await pause(faults.slowMs)
    const answers = await Promise.all(Array.from({ length: faults.copies }, call))
    return answers.find((answer) => answer !== null) ?? null
  }

  /** Repeats a call until the wallet has answered it with a final status. */
  async function repeatUntilAnswered(call: () => Promise<WalletAnswer | null>): Promise<WalletAnswer> {
    waiting += 1
    try {
      for (let attempt = 0; ; attempt++) {
        const answer = await send(call)
        if (answer && answer.status !== 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST') return answer
        if (answer && attempt >= retryMs.length) return answer
        await pause(retryMs[Math.min(attempt, retryMs.length - 1)]!)
      }
    } finally {
      waiting -= 1
    }
  }

  const rollBack = ({ user, token, round, game_code, transaction_uuid }: Bet) => {
    const id = randomUUID()
    return repeatUntilAnswered(() =>
      wallet.rollback({
        user,
        token,
        round,
        game_code,
        transaction_uuid: id,
        reference_transaction_uuid: transaction_uuid,
      }),
    )
  }

  /** Null if it is still unknown after repetitions whether the stake was taken. */
  async function stake(bet: Bet): Promise<WalletAnswer | null> {
    for (let attempt = 0; attempt <= repeats; attempt++) {
      const answer = await send(() => wallet.bet(bet))
      if (faults.lostAnswers > 0) {
        faults.lostAnswers -= 1
        continue
      }
      if (answer) return answer
    }
    return null
  }

  return {
    async play({ user, token, currency }, game, { stake: amount, choice, reward }) {
      const [round, result] = [randomUUID(), draw(game)]
      const win = winOf(game, amount, choice, result)
      const free = reward === undefined ? {} : { is_free: true, reward_uuid: reward }
      const bet: Bet = {
        user,
        token,
        round,
        game_code: game.code,
        transaction_uuid: randomUUID(),
        currency,
        amount: reward === undefined ? amount : 0,
        // The bet ends a lost round.
        round_closed: win === 0,
        ...free,
      }
      const paid = {
        ...bet,
        amount: win,
        round_closed: true,
        transaction_uuid: randomUUID(),
        reference_transaction_uuid: bet.transaction_uuid,
      }
      if (faults.isReordering && win > 0) await send(() => wallet.win(paid))
      if (faults.rollbacksFirst > 0) {
        faults.rollbacksFirst -= 1
        await rollBack(bet)
      }
      const taken = await stake(bet)
      if (taken?.status !== 'RS_OK') {
        // The rollback returns the stake, whatever the wallet did with the bet.
        if (!taken) void rollBack(bet)
        else if (!refusedForSure.includes(taken.status)) await rollBack(bet)
        return {
          isPlayed: false,
          status: taken?.status ?? 'noAnswer',
          ...(taken?.balance !== undefined && { balance: taken.balance }),
        }
      }
      if (win === 0) return { isPlayed: true, round, result, win, balance: taken.balance! }
      if (faults.lateWinMs > 0) {
        waiting += 1
        later(faults.lateWinMs, () => {
          waiting -= 1
          void repeatUntilAnswered(() => wallet.win(paid))
        })
        return { isPlayed: true, round, result, win, balance: taken.balance! }
      }
      const settled = await repeatUntilAnswered(() => wallet.win(paid))
      return { isPlayed: true, round, result, win, balance: settled.balance ?? taken.balance! + win }
    },
    waiting: () => waiting,
    close() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
