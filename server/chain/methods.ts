/** The payment methods of a chain in a currency. */
import { toWire } from '#contract/money.ts'
import type { MethodField, PaymentMethod } from '#contract/payments.ts'
import type { Asset } from './assets.ts'
import type { Watch } from './parts.ts'
import type { EvmSettings } from './settings.ts'
import { hints, labels, names } from './method-texts.ts'

export const chainMethod = 'chain.crypto'

export function methodFor(
  watch: Pick<Watch, 'network' | 'networkName' | 'addressPattern'>,
  asset: Asset,
  direction: 'deposit' | 'withdrawal',
): PaymentMethod {
  const [amountMin, amountMax] = [toWire(asset.range.min), toWire(asset.range.max)]
  const network: MethodField = {
    key: 'crypto_network',
    fieldType: 'select',
    value: null,
    isRequired: true,
    regexp: null,
    labels: labels.network,
    hints: direction === 'deposit' ? hints.network : hints.networkOut,
    options: [
      {
        id: watch.network,
        name: asset.contract ? `${watch.networkName} (ERC-20)` : watch.networkName,
        regex: watch.addressPattern,
        minAmount: amountMin,
        maxAmount: amountMax,
      },
    ],
  }
  const wallet: MethodField = {
    key: 'wallet_id',
    fieldType: 'text',
    value: null,
    isRequired: true,
    regexp: null,
    labels: labels.wallet,
    hints: hints.wallet,
    options: [],
  }
  return {
    method: chainMethod,
    names: names[chainMethod],
    kind: 'crypto',
    logo: null,
    picture: 'blockchain',
    // The hot wallet pays the network for payouts.
    fee: { percent: 0, fixed: 0, isNetworkFee: direction === 'deposit' },
    amountMin,
    amountMax,
    presets: [],
    ...(direction === 'deposit'
      ? { type: 'address', processingType: 'qr', fields: [network] }
      : { type: 'form', processingType: 'message', fields: [network, wallet] }),
  }
}

/**
 * The text of the QR code (EIP-681): it contains the chain and, for a token, the contract, so that a scan cannot send
 * to the wrong one.
 */
export function payeeUri({ chainId }: Pick<EvmSettings, 'chainId'>, asset: Asset, address: string): string {
  return asset.contract
    ? `ethereum:${asset.contract}@${chainId}/transfer?address=${address}`
    : `ethereum:${address}@${chainId}`
}

/** BIP21, without an amount: the payer chooses it. Upper case is shorter in a QR code and equivalent in bech32. */
export function bitcoinUri(address: string): string {
  return `bitcoin:${/^(bc|tb|bcrt)1/.test(address) ? address.toUpperCase() : address}`
}
