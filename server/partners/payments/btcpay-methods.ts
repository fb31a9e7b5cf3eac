/**
 * The methods of a BTCPay store: bitcoin by a code for players who hold BTC, the framed checkout for those who hold
 * other currencies.
 */
import type { MethodField, PaymentMethod } from '#contract/payments.ts'
import { readMethodTexts } from '../../kernel/method-texts.ts'
import type { Offered } from './offers.ts'
import { hints, labels } from './sandbox-texts.ts'

/** Of each store; on the site they have its slug before them. */
const bitcoinMethod = 'bitcoin'
export const checkoutMethod = 'checkout'

const names = readMethodTexts('btcpay').of('names', [bitcoinMethod, checkoutMethod])

const base = { kind: 'crypto', type: 'form', logo: null, arrival: { fromSeconds: 600, toSeconds: 3600 } } as const
/** The forms of addresses of each network; their checksums are a rule of the field. */
const patterns = {
  bitcoin: '^bc1[02-9ac-hj-np-z]{11,71}$|^[13][1-9A-HJ-NP-Za-km-z]{25,34}$',
  testnet: '^tb1[02-9ac-hj-np-z]{11,71}$|^[2mn][1-9A-HJ-NP-Za-km-z]{25,34}$',
  regtest: '^bcrt1[02-9ac-hj-np-z]{11,71}$|^[2mn][1-9A-HJ-NP-Za-km-z]{25,34}$',
}
export type BitcoinNetwork = keyof typeof patterns

type Store = {
  slug: string
  /** Player currencies in which invoices are made. Payouts are in BTC only. */
  currencies: readonly string[]
  /** The network of its coins, whose addresses payouts accept. */
  network: BitcoinNetwork
}
export function offersOfStore({ slug, currencies, network }: Store): Offered[] {
  const offer = (direction: Offered['direction'], currency: string, method: PaymentMethod): Offered => ({
    direction,
    currency,
    countries: null,
    method: { ...method, method: `${slug}.${method.method}` },
    gatewayMethod: method.method,
  })
  return currencies.flatMap((currency) => [
    ...depositMethods(currency).map((method) => offer('deposit', currency, method)),
    ...withdrawalMethods(currency, network).map((method) => offer('withdrawal', currency, method)),
  ])
}

const networkFee = { percent: 0, fixed: 0, isNetworkFee: true }
const noFee = { percent: 0, fixed: 0, isNetworkFee: false }

function depositMethods(currency: string): PaymentMethod[] {
  if (currency === 'BTC') {
    return [
      {
        ...base,
        method: bitcoinMethod,
        names: names[bitcoinMethod],
        fee: networkFee,
        processingType: 'qr',
        amountMin: 100_000,
        amountMax: 1_000_000_000,
        presets: [],
        fields: [],
      },
    ]
  }
  return [
    {
      ...base,
      method: checkoutMethod,
      names: names[checkoutMethod],
      picture: 'bitcoin-checkout',
      fee: networkFee,
      processingType: 'iframe',
      amountMin: 1000,
      amountMax: 500_000,
      presets: [2500, 5000, 10_000].map((amount, index) => ({ amount, default: index === 1 })),
      fields: [],
    },
  ]
}

function withdrawalMethods(currency: string, chain: BitcoinNetwork): PaymentMethod[] {
  if (currency !== 'BTC') return []
  const [amountMin, amountMax] = [200_000, 1_000_000_000]
  const network: MethodField = {
    key: 'crypto_network',
    fieldType: 'select',
    value: null,
    isRequired: true,
    regexp: null,
    labels: labels.network,
    hints: hints.network,
    options: [{ id: 'bitcoin', name: 'Bitcoin', regex: patterns[chain], minAmount: amountMin, maxAmount: amountMax }],
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
  return [
    {
      ...base,
      method: bitcoinMethod,
      names: names[bitcoinMethod],
      fee: noFee,
      processingType: 'message',
      amountMin,
      amountMax,
      presets: [],
      fields: [network, wallet],
    },
  ]
}
