/** The sandbox partner's methods in each currency, in subunits. */
import { localeCodes, type Translations } from '#contract/locales.ts'
import type { MethodField, MethodPicture, PaymentMethod } from '#contract/payments.ts'
import { cashAgent, hints, labels, methodNames, type SandboxMethod } from './sandbox-texts.ts'

type Range = { min: number; max: number; presets: number[] }
type Network = { id: string; name: string; regex: string; min: number; max: number }

const fiat: Record<string, { unit: number; deposit: Range; withdrawal: Range }> = {
  EUR: {
    unit: 100,
    deposit: { min: 10, max: 5000, presets: [10, 25, 50, 100, 250] },
    withdrawal: { min: 10, max: 10_000, presets: [20, 50, 100, 250] },
  },
  USD: {
    unit: 100,
    deposit: { min: 10, max: 5000, presets: [10, 25, 50, 100, 250] },
    withdrawal: { min: 10, max: 10_000, presets: [20, 50, 100, 250] },
  },
  BRL: {
    unit: 100,
    deposit: { min: 20, max: 20_000, presets: [20, 50, 100, 250, 500] },
    withdrawal: { min: 50, max: 50_000, presets: [50, 100, 250, 500] },
  },
}

/** The sandbox pays nobody, so it takes addresses of the main and the test network. */
const bitcoinPattern = '^(bc1|tb1)[02-9ac-hj-np-z]{11,71}$|^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$'
const ethereum = '^0x[0-9a-fA-F]{40}$'
const crypto: Record<string, { deposit: Network[]; withdrawal: Network[] }> = {
  BTC: same([{ id: 'bitcoin', name: 'Bitcoin', regex: bitcoinPattern, min: 100_000, max: 1_000_000_000 }], 200_000),
  ETH: same([{ id: 'ethereum', name: 'Ethereum', regex: ethereum, min: 5_000_000, max: 100_000_000_000 }], 10_000_000),
  USDT: same(
    [
      { id: 'tron', name: 'Tron (TRC-20)', regex: '^T[1-9A-HJ-NP-Za-km-z]{33}$', min: 5_000_000, max: 50_000_000_000 },
      { id: 'ethereum', name: 'Ethereum (ERC-20)', regex: ethereum, min: 20_000_000, max: 50_000_000_000 },
      { id: 'ton', name: 'TON', regex: '^[EUk0][Qf][A-Za-z0-9_-]{46}$', min: 5_000_000, max: 50_000_000_000 },
    ],
    20_000_000,
  ),
}

function same(deposit: Network[], leastWithdrawal: number): { deposit: Network[]; withdrawal: Network[] } {
  return {
    deposit,
    withdrawal: deposit.map((network) => ({ ...network, min: Math.max(network.min, leastWithdrawal) })),
  }
}

const minute = 60
const day = 24 * 60 * minute
type Terms = { picture: MethodPicture; arrival: [number, number] }
/** Picture, and seconds until the money arrives. The sandbox charges no fee. */
const terms: Record<Exclude<SandboxMethod, 'sandbox.crypto'>, Terms> = {
  'sandbox.card': { picture: 'card', arrival: [0, minute] },
  'sandbox.instant': { picture: 'instant', arrival: [0, minute] },
  'sandbox.pix': { picture: 'pix', arrival: [0, minute] },
  'sandbox.wallet': { picture: 'e-wallet', arrival: [0, minute] },
  'sandbox.app': { picture: 'bank-app', arrival: [0, 5 * minute] },
  'sandbox.voucher': { picture: 'voucher', arrival: [0, 30 * minute] },
  'sandbox.bank': { picture: 'bank', arrival: [day, 3 * day] },
  [cashAgent]: { picture: 'cash-agent', arrival: [30 * minute, 120 * minute] },
}

/**
 * Countries in which a method is available: everywhere if none are listed, and all methods if the country is unknown.
 */
const countriesOf: Partial<Record<string, string[]>> = {
  'sandbox.instant': ['AT', 'BE', 'DE', 'ES', 'FI', 'IE', 'IT', 'PT'],
  'sandbox.pix': ['BR'],
  'sandbox.voucher': ['AT', 'BR', 'DE', 'MX'],
}
/** Where a method is not available. Brazil permits no credit cards (Lei 14.790/2023; Portaria SPA/MF 615/2024). */
const exceptIn: Partial<Record<string, string[]>> = { 'sandbox.card': ['BR'] }
/** The method that players of a country expect first. */
const firstIn: Partial<Record<string, string>> = {
  BR: 'sandbox.pix',
  EG: 'sandbox.wallet',
  MX: 'sandbox.voucher',
}

function inCountry(methods: PaymentMethod[], country: string | null): PaymentMethod[] {
  if (country === null) return methods
  const offered = methods.filter(
    ({ method }) => (countriesOf[method]?.includes(country) ?? true) && !exceptIn[method]?.includes(country),
  )
  const isFirst = ({ method }: PaymentMethod) => Number(method === firstIn[country])
  return offered.toSorted((a, b) => isFirst(b) - isFirst(a))
}

export function depositMethods(currency: string, country: string | null = null): PaymentMethod[] {
  return inCountry(everyDepositMethod(currency), country)
}

function everyDepositMethod(currency: string): PaymentMethod[] {
  const money = fiat[currency]
  if (money) {
    return [
      fiatMethod('sandbox.card', 'card', 'form', money.unit, money.deposit, []),
      fiatMethod('sandbox.instant', 'bank', 'qr', money.unit, money.deposit, []),
      ...(currency === 'BRL' ? [fiatMethod('sandbox.pix', 'bank', 'qr', money.unit, money.deposit, [cpf])] : []),
      fiatMethod('sandbox.wallet', 'card', 'iframe', money.unit, money.deposit, []),
      fiatMethod('sandbox.app', 'bank', 'asyncRedirect', money.unit, money.deposit, [
        textField('phone', labels.phone, hints.appPhone, null),
      ]),
      fiatMethod('sandbox.voucher', 'cash', 'message', money.unit, money.deposit, []),
    ]
  }
  const networks = crypto[currency]?.deposit
  return networks ? [cryptoMethod('address', networks, [networkField(networks)])] : []
}

export function withdrawalMethods(currency: string, country: string | null = null): PaymentMethod[] {
  return inCountry(everyWithdrawalMethod(currency), country)
}

function everyWithdrawalMethod(currency: string): PaymentMethod[] {
  const money = fiat[currency]
  if (money) {
    return [
      fiatMethod('sandbox.bank', 'bank', 'message', money.unit, money.withdrawal, bankFields[currency] ?? []),
      ...(currency === 'BRL'
        ? [fiatMethod('sandbox.pix', 'bank', 'message', money.unit, money.withdrawal, [pixKey])]
        : []),
      ...(['sandbox.card', 'sandbox.wallet'] as const).map((method) => ({
        ...fiatMethod(method, 'card', 'message', money.unit, money.withdrawal, []),
        arrival: { fromSeconds: 0, toSeconds: day },
        isToOrigin: true,
      })),
      fiatMethod(cashAgent, 'cash', 'message', money.unit, { ...money.withdrawal, max: money.deposit.max }, [
        agent,
        textField('phone', labels.phone, hints.phone, null),
      ]),
    ]
  }
  const networks = crypto[currency]?.withdrawal
  return networks
    ? [
        cryptoMethod('form', networks, [
          { ...networkField(networks), hints: hints.networkOut },
          textField('wallet_id', labels.wallet, hints.wallet, null),
        ]),
      ]
    : []
}

function fiatMethod(
  method: Exclude<SandboxMethod, 'sandbox.crypto'>,
  kind: 'card' | 'bank' | 'cash',
  processingType: PaymentMethod['processingType'],
  unit: number,
  range: Range,
  fields: MethodField[],
): PaymentMethod {
  const { picture, arrival } = terms[method]
  return {
    method,
    kind,
    picture,
    fee: { percent: 0, fixed: 0, isNetworkFee: false },
    arrival: { fromSeconds: arrival[0], toSeconds: arrival[1] },
    processingType,
    fields,
    names: methodNames[method],
    type: 'form',
    logo: null,
    amountMin: range.min * unit,
    amountMax: range.max * unit,
    presets: range.presets.map((amount, index) => ({ amount: amount * unit, default: index === 1 })),
  }
}

function cryptoMethod(type: 'form' | 'address', networks: Network[], fields: MethodField[]): PaymentMethod {
  return {
    method: 'sandbox.crypto',
    kind: 'crypto',
    // The sandbox pays out what was requested; a deposit's sender pays the network.
    fee: { percent: 0, fixed: 0, isNetworkFee: type === 'address' },
    arrival: { fromSeconds: minute, toSeconds: 60 * minute },
    processingType: type === 'address' ? 'qr' : 'message',
    type,
    fields,
    names: methodNames['sandbox.crypto'],
    logo: null,
    amountMin: Math.min(...networks.map(({ min }) => min)),
    amountMax: Math.max(...networks.map(({ max }) => max)),
    presets: [],
  }
}

function networkField(networks: Network[]): MethodField {
  const options = networks.map(({ id, name, regex, min, max }) => ({ id, name, regex, minAmount: min, maxAmount: max }))
  return {
    key: 'crypto_network',
    fieldType: 'select',
    value: null,
    isRequired: true,
    regexp: null,
    labels: labels.network,
    hints: hints.network,
    options,
  }
}

function textField(key: string, label: Translations, hint: Translations, regexp: string | null): MethodField {
  return { key, fieldType: 'text', value: null, isRequired: true, regexp, labels: label, hints: hint, options: [] }
}

const noHint = Object.fromEntries(localeCodes.map((locale) => [locale, ''])) as Translations
const cpf = textField('cpf_number', labels.cpf, hints.cpf, null)
/** The destination of the money, so it is shown although it is filled in. */
const pixKey: MethodField = { ...textField('cpf_number', labels.cpf, hints.pixKey, null), isDestination: true }
/** The nearest agent; a real partner would choose one by the player's location. */
const agent: MethodField = { ...textField('agentNumber', labels.agent, hints.agent, '^[0-9]{4,8}$'), value: '70412' }
const holder = textField('account_holder', labels.holder, hints.holder, '^.{2,70}$')
const note: MethodField = {
  ...textField('note', labels.note, hints.note, '^[^\\n\\r]{0,140}$'),
  fieldType: 'textarea',
  isRequired: false,
}
const accountType: MethodField = {
  ...textField('account_type', labels.accountType, noHint, null),
  fieldType: 'select',
  options: [
    { id: 'checking', name: 'Checking' },
    { id: 'savings', name: 'Savings' },
  ],
}
const bankFields: Record<string, MethodField[]> = {
  EUR: [holder, textField('iban', labels.iban, hints.iban, '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'), note],
  USD: [
    holder,
    textField('routing_number', labels.routingNumber, hints.digits, '^[0-9]{9}$'),
    textField('account_number', labels.accountNumber, hints.digits, '^[0-9]{4,17}$'),
    accountType,
  ],
  BRL: [holder, cpf, textField('account_number', labels.accountNumber, hints.digits, '^[0-9]{4,20}$'), note],
}
