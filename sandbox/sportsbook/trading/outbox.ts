/** Sends calls to the wallet, in order for each bet, and repeats them until they are answered. */
import type { SportsbookFaults } from '../faults.ts'
import type { Bet } from './bet.ts'
import type { Wallet, WalletCall } from './wallet.ts'

export type OutboxOptions = {
  wallet: Wallet
  faults: SportsbookFaults
  retryDelaysMs: number[]
  /** Handles a final response; the call has been removed from the bet's outbox. A refusal is passed by name. */
  conclude(bet: Bet, call: WalletCall, answer: { balance: number | null; refusal: string | null }): void
}
export type Outbox = {
  /** Sends the calls in the bet's outbox, unless they are being sent already. */
  pump(bet: Bet): void
  /** Resolves when the bet's calls are answered, or after some seconds; the feed reports later changes. */
  answered(bet: Bet): Promise<void>
  /** Resolves once no call is pending. */
  flush(): Promise<void>
  stop(): void
}

const storeAgainMs = 5_000
const playerWaitsMs = 6_000

export function createOutbox({ wallet, faults, retryDelaysMs, conclude }: OutboxOptions): Outbox {
  const pumps = new Map<string, Promise<void>>()
  /** Running pauses, each with the function that ends it early. */
  const timers = new Map<NodeJS.Timeout, () => void>()
  let isStopped = false

  function pump(bet: Bet): void {
    if (pumps.has(bet.id) || isStopped) return
    const run = sendAll(bet)
      .catch(async (error: unknown) => {
        console.error(`Bet ${bet.id} could not be stored:`, error)
        await pause(storeAgainMs)
      })
      .finally(() => {
        pumps.delete(bet.id)
        if (bet.outbox.length > 0 && !isStopped) pump(bet)
      })
    pumps.set(bet.id, run)
  }

  async function sendAll(bet: Bet): Promise<void> {
    for (let attempt = 0; bet.outbox.length > 0 && !isStopped;) {
      // This fault deliberately sends later decisions before earlier ones, which a provider must not do.
      const calls = faults.isReordering ? bet.outbox.slice(0, 3) : bet.outbox.slice(0, 1)
      const answers = await Promise.all(calls.map((call) => wallet.send(call)))
      let isAnyLost = false
      for (const [index, answer] of answers.entries()) {
        const call = calls[index]!
        if (answer.is === 'lost') {
          isAnyLost = true
          continue
        }
        bet.outbox = bet.outbox.filter((each) => each !== call)
        const isAccepted = answer.is === 'accepted'
        conclude(bet, call, {
          balance: isAccepted ? (answer.value.balance ?? null) : null,
          refusal: isAccepted ? null : answer.name,
        })
      }
      if (isAnyLost) await pause(retryDelaysMs[Math.min(attempt++, retryDelaysMs.length - 1)]!)
      else attempt = 0
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        resolve()
      }, ms)
      timers.set(timer, resolve)
    })
  }

  return {
    pump,
    answered: (bet) => Promise.race([pumps.get(bet.id), pause(playerWaitsMs)]),
    async flush() {
      while (pumps.size > 0) await Promise.all(pumps.values())
    },
    stop() {
      isStopped = true
      for (const [timer, resolve] of timers) {
        clearTimeout(timer)
        resolve()
      }
      timers.clear()
    },
  }
}
