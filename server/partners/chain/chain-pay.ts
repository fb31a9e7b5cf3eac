/** The house's own way onto a chain, as a payment partner: its state is in the database, so that asking it needs no node. */
import { getAddress } from 'viem'
import { ok, refuse } from '#contract/endpoint.ts'
import { SettingsError } from '../../settings.ts'
import type { PaymentPartner, SendPayout } from '../payments/port.ts'
import { addressFor } from './addresses.ts'
import { assetsOf } from './assets.ts'
import { readExtendedKey } from './extended-key.ts'
import { openHotWallet } from './hot-wallet.ts'
import { chainMethod, methodFor, payeeUri } from './methods.ts'
import { openNode } from './node.ts'
import { type ChainNeeds, type ChainParts, partnerName } from './parts.ts'
import { cancelPayout, payableAddress, queuePayout, reportPayout } from './payouts.ts'
import type { EvmSettings } from './settings.ts'
import { reportDeposit } from './tell-deposits.ts'
import { names } from './words.ts'

/** Throws SettingsError for keys that only looked like keys. */
export function chainParts(evm: EvmSettings, needs: ChainNeeds): ChainParts {
  const faults: string[] = []
  const open = <T>(name: string, work: () => T): T | null => {
    try {
      return work()
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`)
      return null
    }
  }
  const key = open('CHAIN_EVM_XPUB', () => readExtendedKey(evm.xpub, 'evm'))
  const hotWallet = evm.hotKey ? open('CHAIN_EVM_HOT_KEY', () => openHotWallet(evm.hotKey!)) : null
  if (!key || faults.length > 0) throw new SettingsError(`These settings are not usable:\n  ${faults.join('\n  ')}`)
  return { ...needs, evm, assets: assetsOf(evm), key, client: openNode(evm.rpcUrl), hotWallet }
}

export function createChainPay(parts: ChainParts): PaymentPartner {
  const { evm, db, clock } = parts
  const assetOf = (currency: string) => parts.assets.find((asset) => asset.currency === currency)
  return {
    name: partnerName,
    depositMethods: ({ currency }) => {
      const asset = assetOf(currency)
      return asset ? [methodFor(evm, asset, 'deposit')] : []
    },
    withdrawalMethods: ({ currency }) => {
      const asset = assetOf(currency)
      return asset && parts.hotWallet ? [methodFor(evm, asset, 'withdrawal')] : []
    },
    methodNames: (method) => (method === chainMethod ? names[chainMethod] : { en: method }),
    async openPayment({ invoiceId, accountId, currency, network }) {
      const asset = assetOf(currency)
      if (!asset || network !== evm.network) return refuse('refused')
      const opened = await db.transaction(async (tx) => {
        // Before the chain was first read, money could arrive unseen.
        if (!(await tx.selectFrom('chain.networks').select('network').where('network', '=', evm.network).executeTakeFirst())) return null
        const given = await addressFor(tx, { key: parts.key, network: evm.network, accountId, currency, at: clock.now() })
        await tx.insertInto('chain.awaiting').values({ invoice_id: invoiceId, address_id: given.id, created_at: clock.now() }).onConflict((conflict) => conflict.doNothing()).execute()
        return given
      }).catch(away)
      if (!opened) return refuse('unavailable')
      const address = getAddress(opened.address)
      return ok({ externalId: invoiceId, action: null, fields: {}, qr: payeeUri(evm, asset, address), address, tag: null })
    },
    findPayoutFaults: (fields): Record<string, string[]> => (payableAddress(parts, fields.wallet_id ?? '') ? {} : { wallet_id: ['The value has not the expected form'] }),
    async sendPayout(request) {
      const destination = destinationOf(parts, request)
      if (!destination) return refuse('refused')
      const queued = await queuePayout(parts, { ...request, network: evm.network, destination }).catch(away)
      return queued ? ok(queued) : refuse('unavailable')
    },
    async cancelPayout({ invoiceId }) {
      const cancelled = await cancelPayout(parts, invoiceId).catch(away)
      return cancelled ? ok(cancelled) : refuse('unavailable')
    },
    inquirePayment: (invoiceId) => reportDeposit(parts, invoiceId).then((report) => ok(report), () => refuse('unavailable')),
    inquirePayout: (invoiceId) => reportPayout(parts, invoiceId).then((report) => ok(report), () => refuse('unavailable')),
    // Nobody sends notices of a chain: the house reads it.
    isGenuine: () => false,
    readNotice: () => null,
  }
}

/** The queue is in the database: while that is away nothing is known of what became of the request. */
function away(): null {
  return null
}

/** Null for what this chain cannot pay, whoever let it through. */
function destinationOf(parts: ChainParts, { currency, amount, fields }: SendPayout): string | null {
  const isKnown = parts.hotWallet && amount > 0n && fields.crypto_network === parts.evm.network && parts.assets.some((asset) => asset.currency === currency)
  return isKnown ? payableAddress(parts, fields.wallet_id ?? '') : null
}
