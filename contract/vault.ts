/** The vault of a wallet account: money that cannot be played, withdrawn or swapped until it is taken out, after a wait. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PositiveAmount, WireAmount } from './money.ts'
import { Account } from './wallet.ts'

const AccountParams = z.object({ id: z.uuid() })
const accountNotFound = { status: 404 } as const
const insufficientFunds = { status: 422 } as const

const VaultRelease = z.object({
  id: z.uuid(),
  currency: z.string(),
  amount: WireAmount,
  requestedAt: z.iso.datetime(),
  releaseAt: z.iso.datetime(),
})
export type VaultRelease = z.infer<typeof VaultRelease>

export const readVault = endpoint({
  method: 'GET',
  path: '/api/wallet/vault',
  access: 'player',
  summary: 'Get the waiting time of the vault and its pending releases',
  reply: z.object({ waitMinutes: z.int(), releases: z.array(VaultRelease) }),
})

export const putInVault = endpoint({
  method: 'POST',
  path: '/api/wallet/accounts/{id}/vault',
  access: 'player',
  summary: 'Move cash into the vault, effective immediately',
  params: AccountParams,
  body: z.object({
    amount: PositiveAmount,
    /** A repeated request with the same key returns the first response. */
    idempotencyKey: z.uuid(),
  }),
  reply: Account,
  refusals: {
    accountNotFound,
    insufficientFunds,
    bonusIsOpen: { status: 422, description: 'a bonus of this currency is active or waits to be started' },
    stepUpRequired: { status: 422, code: 12003, description: 'the session was idle for half an hour' },
    idempotencyConflict: { status: 409 },
  },
})

export const requestVaultRelease = endpoint({
  method: 'POST',
  path: '/api/wallet/accounts/{id}/vault/release',
  access: 'player',
  summary: 'Release money from the vault after the waiting time',
  params: AccountParams,
  body: z.object({ amount: PositiveAmount }),
  reply: VaultRelease,
  refusals: {
    accountNotFound,
    insufficientFunds,
    releaseIsOpen: { status: 422, description: 'money of this account is already on its way out' },
    stepUpRequired: { status: 422, code: 12003, description: 'a step-up is required' },
  },
})

export const cancelVaultRelease = endpoint({
  method: 'DELETE',
  path: '/api/wallet/vault/releases/{id}',
  access: 'player',
  summary: 'Cancel a release from the vault',
  params: z.object({ id: z.uuid() }),
  refusals: { releaseNotFound: { status: 404 }, alreadyReleased: { status: 422 } },
})
