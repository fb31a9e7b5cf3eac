/** Wallet accounts: one per player and currency. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CurrencyCode, SignedWireAmount, WireAmount } from './money.ts'

/** 1 the account that play and payments use, 2 open beside it. Hidden accounts are not listed. */
export const AccountStatus = { active: 1, inactive: 2, hidden: 3 } as const

export const Account = z.object({
  id: z.uuid(),
  currency: z.string(),
  /** Cash and bonus money together, in subunits. */
  balance: WireAmount,
  /** What may be taken out, in subunits; never above the cash part. */
  withdrawalBalance: WireAmount,
  /** Cash that waits for open withdrawals, in subunits. */
  lockedBalance: WireAmount,
  status: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Grows with every change; a push with a lower one is late and is dropped. */
  version: z.int(),
})
export type Account = z.infer<typeof Account>

const accountNotFound = { status: 404 } as const
const AccountParams = z.object({ id: z.uuid() })

export const listAccounts = endpoint({
  method: 'GET',
  path: '/api/wallet/accounts',
  access: 'player',
  summary: "The player's accounts",
  reply: z.array(Account),
})
export const createAccount = endpoint({
  method: 'POST',
  path: '/api/wallet/accounts',
  access: 'player',
  summary: 'Open an account (or show a hidden one again)',
  body: z.object({ currency: CurrencyCode }),
  reply: Account,
  refusals: { currencyNotOffered: { status: 422 } },
})
export const switchAccount = endpoint({
  method: 'PUT',
  path: '/api/wallet/accounts/{id}/switch',
  access: 'player',
  summary: 'Make the account the active one',
  params: AccountParams,
  reply: Account,
  refusals: { accountNotFound },
})
export const hideAccount = endpoint({
  method: 'PUT',
  path: '/api/wallet/accounts/{id}/hide',
  access: 'player',
  summary: 'Take the account off the list',
  params: AccountParams,
  reply: Account,
  refusals: { accountNotFound, accountIsActive: { status: 422 }, accountHasFunds: { status: 422 } },
})

/** One line of the player's ledger: a change of one of the player's own accounts. */
export const LedgerEntry = z.object({
  id: z.string(),
  movementId: z.string(),
  at: z.iso.datetime(),
  /** Why: deposit, withdrawal-hold, withdrawal-paid, withdrawal-returned, bet, win, rollback, … */
  kind: z.string(),
  /** Which of the player's accounts: cash, bonus or held. */
  account: z.enum(['cash', 'bonus', 'held']),
  currency: z.string(),
  /** Signed change in subunits. */
  amount: SignedWireAmount,
  before: WireAmount,
  after: WireAmount,
  /** The other side of the transfer, a readable ledger address. */
  counterparty: z.string(),
  /** What the entry belongs to, so that the screen can link it. */
  reference: z.object({
    kind: z.enum(['invoice', 'round', 'bonus', 'other']),
    id: z.string(),
    label: z.string().nullable(),
  }),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** `from` is within the period, `to` is not. */
const Period = { from: z.iso.datetime().optional(), to: z.iso.datetime().optional() }

export const listLedgerEntries = endpoint({
  method: 'GET',
  path: '/api/wallet/entries',
  access: 'player',
  summary: "The player's own ledger, newest first",
  query: z.object({
    currency: CurrencyCode.optional(),
    referenceId: z.string().max(64).optional(),
    ...Period,
    perPage: z.coerce.number().int().min(1).max(100).default(25),
    /** The `id` of the last entry already held; pages are read by position, not by offset, so they stay fast. */
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
  }),
  reply: z.object({ data: z.array(LedgerEntry), meta: z.object({ next: z.string().nullable() }) }),
})

/** What play did to a player's money in a period, in subunits; bets that were undone are in none of it. */
const PlayTotals = z.object({
  currency: z.string(),
  staked: WireAmount,
  /** The part of `staked` that was bonus money. */
  stakedFromBonus: WireAmount,
  won: WireAmount,
  /** Won less staked. */
  net: SignedWireAmount,
})
export const readPlayTotals = endpoint({
  method: 'GET',
  path: '/api/wallet/totals',
  access: 'player',
  summary: 'What was staked and won in a period, per currency',
  query: z.object({ currency: CurrencyCode.optional(), ...Period }),
  reply: z.array(PlayTotals),
})

export const downloadStatement = endpoint({
  method: 'GET',
  path: '/api/wallet/statement',
  access: 'player',
  summary: 'Every entry of a period as CSV, oldest first, each with the balance after it',
  isDownload: true,
  query: z.object({ currency: CurrencyCode.optional(), ...Period }),
  refusals: { tooManyAttempts: { status: 429 } },
})
