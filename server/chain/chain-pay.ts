/** The product's own chains as a payment partner. Its state is in the database, so that inquiries need no node. */
import { ok, refuse } from '#contract/endpoint.ts'
import { SettingsError } from '../kernel/settings-error.ts'
import type { PaymentPartner, SendPayout } from '../partners/payments/port.ts'
import { addressFor } from './addresses.ts'
import { type Asset, assetsOf } from './assets.ts'
import type { BitcoinParts } from './bitcoin/look-ahead.ts'
import { readExtendedKey } from './extended-key.ts'
import { openHotWallet } from './hot-wallet.ts'
import { chainMethod, methodFor, payeeUri } from './methods.ts'
import { openNode } from './node.ts'
import { type ChainNeeds, type ChainParts, partnerName, type Watch } from './parts.ts'
import { evmBlocks } from './read-block.ts'
import { readStatement } from './statement.ts'
import { cancelPayout, payableAddress, queuePayout, reportPayout } from './payouts.ts'
import type { EvmSettings } from './settings.ts'
import { reportDeposit } from './report-deposits.ts'
import { names } from './method-texts.ts'

/** Throws a SettingsError for invalid keys that passed the format check. */
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
  if (!key || faults.length > 0) throw new SettingsError(`These settings are invalid:\n  ${faults.join('\n  ')}`)
  const { network, networkName, confirmations } = evm
  const client = openNode(evm.rpcUrl)
  return {
    ...needs,
    evm,
    network,
    networkName,
    confirmations,
    assets: assetsOf(evm),
    key,
    client,
    blocks: evmBlocks(client),
    hotWallet,
    addressPattern: '^0x[0-9a-fA-F]{40}$',
    payeeUri: (asset, address) => payeeUri(evm, asset, address),
  }
}

/** Null for a chain that is not configured; at least one is. */
export type Chains = { evm: ChainParts | null; bitcoin: BitcoinParts | null }

export function watchesOf({ evm, bitcoin }: Chains): Watch[] {
  return [evm, bitcoin].filter((watch) => watch !== null)
}

/** Every chain accepts deposits; the EVM chain also pays out. */
export function createChainPay(chains: Chains): PaymentPartner {
  const { evm } = chains
  const watches = watchesOf(chains)
  const { db } = watches[0]!
  return {
    slug: partnerName,
    depositMethods: ({ currency }) =>
      watches.flatMap((watch) => {
        const asset = assetOf(watch, currency)
        return asset ? [methodFor(watch, asset, 'deposit')] : []
      }),
    withdrawalMethods: ({ currency }) => {
      const asset = evm?.hotWallet && assetOf(evm, currency)
      return asset ? [methodFor(evm, asset, 'withdrawal')] : []
    },
    methodNames: (method) => (method === chainMethod ? names[chainMethod] : { en: method }),
    async openPayment({ invoiceId, accountId, currency, network }) {
      const watch = watches.find((one) => one.network === network)
      const asset = watch && assetOf(watch, currency)
      if (!asset) return refuse('refused')
      const address = await assignAddress(watch, { invoiceId, accountId, currency }).catch(unavailable)
      if (!address) return refuse('unavailable')
      return ok({
        externalId: invoiceId,
        action: null,
        fields: {},
        qr: watch.payeeUri(asset, address),
        address,
        tag: null,
      })
    },
    findPayoutFaults: (fields): Record<string, string[]> =>
      evm && payableAddress(evm, fields.wallet_id ?? '') ? {} : { wallet_id: ['The value has not the expected form'] },
    async sendPayout(request) {
      const destination = evm && destinationOf(evm, request)
      if (!destination) return refuse('refused')
      const queued = await queuePayout(evm, { ...request, network: evm.network, destination }).catch(unavailable)
      return queued ? ok(queued) : refuse('unavailable')
    },
    async cancelPayout({ invoiceId }) {
      const cancelled = await cancelPayout(watches[0]!, invoiceId).catch(unavailable)
      return cancelled ? ok(cancelled) : refuse('unavailable')
    },
    inquirePayment: (invoiceId) =>
      reportDeposit({ db }, invoiceId).then(
        (report) => ok(report),
        () => refuse('unavailable'),
      ),
    inquirePayout: (invoiceId) =>
      reportPayout({ db }, invoiceId).then(
        (report) => ok(report),
        () => refuse('unavailable'),
      ),
    listTransactions: (query) =>
      readStatement(
        db,
        watches.flatMap(({ assets }) => assets.map(({ currency }) => currency)),
        query,
      ).then(
        (page) => ok(page),
        () => refuse('unavailable'),
      ),
    // There are no webhooks: the product reads the chain itself.
    isGenuine: () => false,
    readNotice: () => null,
  }
}

function assetOf({ assets }: Watch, currency: string): Asset | undefined {
  return assets.find((asset) => asset.currency === currency)
}

/** Null before the chain was first read, because deposits could be missed. */
async function assignAddress(
  { db, clock, key, network }: Watch,
  { invoiceId, accountId, currency }: { invoiceId: string; accountId: string; currency: string },
): Promise<string | null> {
  return db.transaction(async (tx) => {
    if (!(await tx.selectFrom('chain.networks').select('network').where('network', '=', network).executeTakeFirst()))
      return null
    const assigned = await addressFor(tx, { key, network, accountId, currency, at: clock.now() })
    await tx
      .insertInto('chain.awaiting')
      .values({ invoice_id: invoiceId, address_id: assigned.id, created_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return assigned.address
  })
}

/** The queue is in the database: while that is unavailable, the state of the request is unknown. */
function unavailable(): null {
  return null
}

/** Null for withdrawals that this chain cannot pay, even if they were accepted. */
function destinationOf(parts: ChainParts, { currency, amount, fields }: SendPayout): string | null {
  const isKnown =
    parts.hotWallet &&
    amount > 0n &&
    fields.crypto_network === parts.evm.network &&
    parts.assets.some((asset) => asset.currency === currency)
  return isKnown ? payableAddress(parts, fields.wallet_id ?? '') : null
}
