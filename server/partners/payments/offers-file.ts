/** A gateway's methods as configured by the operator: a JSON file, read and validated at startup. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { compilePattern, PatternError } from '#contract/fields/pattern.ts'
import { toWire } from '#contract/money.ts'
import { type MethodField, MethodPicture, PaymentMethod, ProcessingType } from '#contract/payments.ts'
import { fromDecimal } from '../../kernel/decimal.ts'
import type { Offered } from './offers.ts'

const Translations = z
  .record(z.string(), z.string().max(300))
  .refine((words) => Boolean(words.en), 'words in English are needed')
const Pattern = z
  .string()
  .max(500)
  .refine(isPattern, 'no pattern that can be matched in linear time')
  .nullable()
  .default(null)
const Amount = z.string().regex(/^\d{1,15}(\.\d{1,18})?$/)
const Option = z.object({
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(100),
  min: Amount.optional(),
  max: Amount.optional(),
  regex: Pattern,
})
const Field = z.object({
  key: z.string().regex(/^\w{1,64}$/),
  fieldType: z.enum(['select', 'textarea', 'text']),
  value: z.string().nullable().default(null),
  isRequired: z.boolean().default(true),
  regexp: Pattern,
  labels: Translations,
  hints: z.record(z.string(), z.string().max(300)).default({}),
  options: z.array(Option).default([]),
})
/** `{}` means no fee; without an entry, no fee is shown. */
const Fee = z.object({
  percent: z.number().min(0).max(100).default(0),
  fixed: Amount.default('0'),
  network: z.boolean().default(false),
})
const arrivalMaxMinutes = 30 * 24 * 60
const Arrival = z
  .object({
    fromMinutes: z.int().min(0).default(0),
    toMinutes: z.int().min(0).max(arrivalMaxMinutes),
  })
  .refine(({ fromMinutes, toMinutes }) => fromMinutes <= toMinutes, 'fromMinutes is above toMinutes')
const MethodId = z.string().regex(/^[\w.-]{1,64}$/)
const Offer = z.object({
  method: MethodId,
  /** What the gateway calls it, if another gateway of the site has a method of this id already. */
  gatewayMethod: MethodId.optional(),
  names: Translations,
  kind: z.enum(['card', 'bank', 'crypto', 'cash']),
  type: z.enum(['form', 'address']).default('form'),
  processingType: ProcessingType,
  logo: z.string().nullable().default(null),
  picture: MethodPicture.optional(),
  arrival: Arrival.optional(),
  countries: z.array(z.string().length(2)).optional(),
  currencies: z.record(
    z.string(),
    z.object({ min: Amount, max: Amount, presets: z.array(Amount).default([]), fee: Fee.optional() }),
  ),
  /** Of a withdrawal: it pays back to the card or wallet of the player's last deposit by this method. */
  toOrigin: z.boolean().default(false),
  fields: z.array(Field).default([]),
})
const File = z
  .object({ deposit: z.array(Offer).default([]), withdrawal: z.array(Offer).default([]) })
  .check(({ value: { deposit, withdrawal }, issues }) => {
    const wrong = (message: string, input: Offer) =>
      issues.push({ code: 'custom', message: `${input.method}: ${message}`, input })
    for (const offer of deposit) if (offer.toOrigin) wrong('toOrigin is for withdrawals', offer)
    const names = new Set(deposit.map(({ method }) => method))
    for (const offer of withdrawal)
      if (offer.toOrigin && !names.has(offer.method)) wrong('toOrigin needs a deposit method of the same id', offer)
  })
type Offer = z.output<typeof Offer>

/** Throws an error that lists every fault if the file is invalid. */
export function readOffers(path: string): Offered[] {
  return parseOffers(JSON.parse(readFileSync(path, 'utf8')))
}

/** A setting that names such a file. */
export const OffersFile = z.string().transform((path, context): Offered[] => {
  try {
    return readOffers(path)
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    context.addIssue({ code: 'custom', message: `names ${path}, which is invalid: ${reason}` })
    return z.NEVER
  }
})

export function parseOffers(written: unknown): Offered[] {
  const file = File.parse(written)
  return (['deposit', 'withdrawal'] as const).flatMap((direction) =>
    file[direction].flatMap((offer) =>
      Object.keys(offer.currencies).map((currency) => ({
        direction,
        currency,
        countries: offer.countries ?? null,
        method: methodOf(offer, currency),
        gatewayMethod: offer.gatewayMethod ?? offer.method,
      })),
    ),
  )
}

function methodOf(
  { method, names, kind, type, processingType, logo, picture, arrival, fields, toOrigin, currencies }: Offer,
  currency: string,
): PaymentMethod {
  const amount = (text: string) => {
    const read = fromDecimal(text, currency)
    if (read === null) throw new Error(`${method}: ${text} is not an amount in ${currency}`)
    return toWire(read)
  }
  const { min, max, presets, fee } = currencies[currency]!
  const option = ({
    id,
    name,
    min: least,
    max: most,
    regex,
  }: z.output<typeof Option>): MethodField['options'][number] => ({
    id,
    name,
    ...(least ? { minAmount: amount(least) } : {}),
    ...(most ? { maxAmount: amount(most) } : {}),
    ...(regex ? { regex } : {}),
  })
  return PaymentMethod.parse({
    method,
    names,
    kind,
    type,
    processingType,
    logo,
    ...(picture ? { picture } : {}),
    ...(fee ? { fee: { percent: fee.percent, fixed: amount(fee.fixed), isNetworkFee: fee.network } } : {}),
    ...(arrival ? { arrival: { fromSeconds: arrival.fromMinutes * 60, toSeconds: arrival.toMinutes * 60 } } : {}),
    ...(toOrigin ? { isToOrigin: true } : {}),
    amountMin: amount(min),
    amountMax: amount(max),
    presets: presets.map((preset, index) => ({
      amount: amount(preset),
      default: index === Math.min(1, presets.length - 1),
    })),
    fields: fields.map((field) => ({ ...field, options: field.options.map(option) })),
  } satisfies PaymentMethod)
}

function isPattern(pattern: string): boolean {
  try {
    compilePattern(pattern)
    return true
  } catch (error) {
    if (error instanceof PatternError) return false
    throw error
  }
}
