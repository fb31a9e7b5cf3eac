/** Wallet accounts: one per player and currency. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CurrencyCode, SignedWireAmount, WireAmount } from './money.ts'
import { period } from './period.ts'

/** 1 active (used for play and payments), 2 open. Hidden accounts are not listed. */
export const AccountStatus = { active: 1, inactive: 2, hidden: 3 } as const
export type AccountStatus = (typeof AccountStatus)[keyof typeof AccountStatus]

export const Account = z.object({
  id: z.uuid(),
  currency: z.string(),
  /** Cash plus bonus money, in subunits. */
  balance: WireAmount,
  /** The bonus money in `balance`. The rest is cash, which is staked first. */
  bonusBalance: WireAmount,
  /**
   * Won minus staked in the rounds of this account, from an arbitrary start. Any other change of `balance` has another
   * source.
   */
  roundsNet: SignedWireAmount,
  /** What can be withdrawn, in subunits; never more than the cash. */
  withdrawalBalance: WireAmount,
  /** Cash reserved for pending withdrawals, in subunits. */
  lockedBalance: WireAmount,
  /** The money in the vault, in subunits, which cannot be played, withdrawn or swapped. */
  vaultBalance: WireAmount,
  status: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Increases with every change; a push with a lower version is dropped. */
  version: z.int(),
})
export type Account = z.infer<typeof Account>

const accountNotFound = { status: 404 } as const
const AccountParams = z.object({ id: z.uuid() })

export const listAccounts = endpoint({
  method: 'GET',
  path: '/api/wallet/accounts',
  access: 'player',
  summary: "List the player's accounts",
  reply: z.array(Account),
})
export const createAccount = endpoint({
  method: 'POST',
  path: '/api/wallet/accounts',
  access: 'player',
  summary: 'Open an account in a currency, or show a hidden one again',
  body: z.object({ currency: CurrencyCode }),
  reply: Account,
  refusals: { currencyNotOffered: { status: 422 } },
})
export const switchAccount = endpoint({
  method: 'PUT',
  path: '/api/wallet/accounts/{id}/switch',
  access: 'player',
  summary: 'Make an account the active one',
  params: AccountParams,
  reply: Account,
  refusals: { accountNotFound },
})
export const hideAccount = endpoint({
  method: 'PUT',
  path: '/api/wallet/accounts/{id}/hide',
  access: 'player',
  summary: 'Hide an account',
  params: AccountParams,
  reply: Account,
  refusals: { accountNotFound, accountIsActive: { status: 422 }, accountHasFunds: { status: 422 } },
})

/** One ledger entry: a change of one of the player's accounts. */
export const LedgerEntry = z.object({
  id: z.string(),
  movementId: z.string(),
  at: z.iso.datetime(),
  /** The movement kind: deposit, withdrawal-hold, withdrawal-paid, withdrawal-returned, bet, win, rollback, … */
  kind: z.string(),
  /** Which of the player's accounts: cash, bonus, held or vault. */
  account: z.enum(['cash', 'bonus', 'held', 'vault']),
  currency: z.string(),
  /** Signed change in subunits. */
  amount: SignedWireAmount,
  before: WireAmount,
  after: WireAmount,
  /** The counterparty's ledger address. */
  counterparty: z.string(),
  /** The subject of the entry, for links. */
  reference: z.object({
    kind: z.enum(['invoice', 'round', 'bet', 'bonus', 'jackpot', 'other']),
    id: z.string(),
    label: z.string().nullable(),
    /** The site's page on which a round is recalculated, without a locale prefix; null for all else. */
    verifyUrl: z.string().nullable(),
  }),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

export const listLedgerEntries = endpoint({
  method: 'GET',
  path: '/api/wallet/entries',
  access: 'player',
  summary: "List the player's ledger entries, newest first",
  query: z.object({
    currency: CurrencyCode.optional(),
    referenceId: z.string().max(64).optional(),
    ...period,
    perPage: z.coerce.number().int().min(1).max(100).default(25),
    /** The `id` of the last entry received; keyset pagination keeps deep pages fast. */
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
  }),
  reply: z.object({ data: z.array(LedgerEntry), meta: z.object({ next: z.string().nullable() }) }),
})

/** Play totals of a period, in subunits; rolled-back bets are excluded. */
const PlayTotals = z.object({
  currency: z.string(),
  /** Negative if more stakes were returned than placed in the period. */
  staked: SignedWireAmount,
  /** The part of `staked` paid from bonus money. */
  stakedFromBonus: SignedWireAmount,
  /** Negative if payouts of earlier bets were corrected. */
  won: SignedWireAmount,
  /** The part of `staked` whose result is not known yet. */
  inPlay: WireAmount,
  /** The result of what is decided: `won` minus `staked`, without `inPlay`. */
  net: SignedWireAmount,
})
export const readPlayTotals = endpoint({
  method: 'GET',
  path: '/api/wallet/totals',
  access: 'player',
  summary: 'Get totals of stakes and wins in a period, by currency',
  query: z.object({ currency: CurrencyCode.optional(), ...period }),
  reply: z.array(PlayTotals),
})

/** Stakes without a result yet, in subunits: they have left `balance`, and are neither won nor lost. */
const MoneyInPlay = z.object({
  currency: z.string(),
  /** Stakes of open rounds, less what these rounds have paid. */
  rounds: WireAmount,
  /** Open stakes of sports bets. Free bets are not included, because their stake is the operator's. */
  bets: WireAmount,
})
export type MoneyInPlay = z.infer<typeof MoneyInPlay>
export const readMoneyInPlay = endpoint({
  method: 'GET',
  path: '/api/wallet/in-play',
  access: 'player',
  summary: 'Get the stakes of open rounds and sports bets, by currency',
  reply: z.array(MoneyInPlay),
})

export const downloadStatement = endpoint({
  method: 'GET',
  path: '/api/wallet/statement',
  access: 'player',
  summary: 'Download a statement as CSV: every ledger entry of a period with the balance after it, oldest first',
  isDownload: true,
  query: z.object({ currency: CurrencyCode.optional(), ...period }),
  refusals: { tooManyAttempts: { status: 429 } },
})
