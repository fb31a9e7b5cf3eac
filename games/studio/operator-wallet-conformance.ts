/** The studio's requirements on the wallet, tested over both transports. */
import { describe, expect, test } from 'vitest'
import type { OperatorWallet, WalletCall } from './operator-wallet.ts'

export type WalletUnderTest = {
  /** A player with 100.00 EUR at `game`; a new one each time. */
  seat(): Promise<{ wallet: OperatorWallet; token: string; balance(): Promise<bigint>; signOut(): Promise<void> }>
}
/** The differences between the protocols of studios. */
export type Protocol = {
  game: string
  /** A game that the launch is not for; null if one launch allows all games. */
  otherGame: string | null
  /** Translates the name of a refusal into that of the protocol. */
  spell(name: string): string
  /** False if a stake of zero may be part of a round that was paid for. */
  refusesZero: boolean
  /** True if a rollback of a paid bet is accepted without effect. */
  acceptsLateRollback: boolean
  /** The largest win that the protocol can send. */
  largestWin: number
}
const ownProtocol: Protocol = {
  game: 'dice',
  otherGame: 'tidepool',
  spell: (name) => (name === 'currencyOfAnother' || name === 'sessionEnded' ? 'launchTokenInvalid' : name),
  refusesZero: true,
  acceptsLateRollback: false,
  largestWin: Number.MAX_SAFE_INTEGER,
}

export function operatorWalletConformance(
  transport: string,
  app: () => WalletUnderTest,
  { game, otherGame, spell, refusesZero, acceptsLateRollback, largestWin }: Protocol = ownProtocol,
): void {
  describe(`the wallet, ${transport}`, () => {
    const open = async () => {
      const seat = await app().seat()
      const roundId = crypto.randomUUID()
      const call = (verb: string, change: Partial<WalletCall> = {}): WalletCall => ({
        token: seat.token,
        currency: 'EUR',
        gameId: game,
        roundId,
        transactionId: `${roundId}-${verb}`,
        ...change,
      })
      const { wallet } = seat
      return {
        ...seat,
        call,
        bet: (amount = 10_00, change: Partial<WalletCall> = {}) => wallet.bet({ ...call('bet', change), amount }),
        win: (amount: number, change: Partial<WalletCall> = {}) =>
          wallet.win({ ...call('win', change), amount, isRoundFinished: true }),
        back: (betTransactionId = `${roundId}-bet`, change: Partial<WalletCall> = {}) =>
          wallet.rollback({ ...call('back', change), betTransactionId }),
      }
    }
    const accepted = (balance: number) => ({ kind: 'accepted', balance })
    const refused = (name: string) => ({ kind: 'refused', name: spell(name) })

    test('takes a bet, pays its win and returns the balance', async () => {
      const { wallet, token, bet, win, balance } = await open()
      expect(await wallet.balance({ token })).toEqual(accepted(100_00))
      expect(await bet()).toEqual(accepted(90_00))
      expect(await win(15_00)).toEqual(accepted(105_00))
      expect(await wallet.balance({ token })).toEqual(accepted(105_00))
      expect(await balance()).toBe(105_00n)
    })

    test('gives a repeated call its first answer and moves no money again', async () => {
      const { bet, win, balance } = await open()
      for (let turn = 0; turn < 2; turn++) expect(await bet()).toEqual(accepted(90_00))
      for (let turn = 0; turn < 2; turn++) expect(await win(0)).toEqual(accepted(90_00))
      expect(await bet(11_00)).toEqual(refused('transactionConflict'))
      expect(await win(1)).toEqual(refused('transactionConflict'))
      expect(await balance()).toBe(90_00n)
    })

    test('returns a bet once, even if its rollback arrives before it', async () => {
      const late = await open()
      expect(await late.back()).toEqual(accepted(100_00))
      expect(await late.bet()).toEqual(refused('betRolledBack'))
      const early = await open()
      await early.bet()
      expect(await early.back()).toEqual(accepted(100_00))
      expect(await early.back()).toEqual(accepted(100_00))
      expect(await early.win(5)).toEqual(refused('betRolledBack'))
    })

    test('refuses impossible calls with the name of the reason', async () => {
      const { bet, win, back, balance } = await open()
      expect(await bet(100_01)).toEqual(refused('insufficientFunds'))
      expect(await win(5)).toEqual(refused('betNotFound'))
      await bet()
      expect(await win(largestWin, { transactionId: 'large' })).toEqual(refused('winTooLarge'))
      expect(await bet(1, { currency: 'USD', transactionId: 'usd' })).toEqual(refused('currencyOfAnother'))
      if (otherGame !== null)
        expect(await bet(1, { gameId: otherGame, transactionId: 'game' })).toEqual(refused('launchTokenInvalid'))
      expect(await win(5)).toEqual(accepted(90_05))
      expect(await bet(1, { transactionId: 'more' })).toEqual(refused('roundClosed'))
      expect(await back()).toEqual(acceptsLateRollback ? accepted(90_05) : refused('betAlreadyPaid'))
      expect(await balance()).toBe(90_05n)
    })

    test.each([...(refusesZero ? [0] : []), -1, 0.5, Number.NaN, 2 ** 53])('takes no stake of %d', async (amount) => {
      const { bet, balance } = await open()
      expect(await bet(amount)).toEqual(refused('validation'))
      expect(await balance()).toBe(100_00n)
    })

    test('refuses bets of a forged launch or a closed session, and pays the win of an earlier bet', async () => {
      const { bet, win, signOut } = await open()
      expect(await bet(1, { token: 'x.y.z' })).toEqual(refused('launchTokenInvalid'))
      await bet()
      await signOut()
      expect(await bet(1, { transactionId: 'late' })).toEqual(refused('sessionEnded'))
      expect(await win(5_00)).toEqual(accepted(95_00))
    })

    test('accepts one of fifty simultaneous bets of the whole balance', async () => {
      const { bet, balance } = await open()
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) => bet(100_00, { roundId: `${n}`, transactionId: crypto.randomUUID() })),
      )
      expect(answers.filter(({ kind }) => kind === 'accepted')).toHaveLength(1)
      expect(await balance()).toBe(0n)
    })
  })
}
