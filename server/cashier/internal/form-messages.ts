/** Messages of the payment forms in the caller's language, from the operator's `fields-settings` content. */
import { agentKey, chosenOption, type FieldFault, networkKey, walletKey } from '#contract/fields/method-fields.ts'
import { fillMessage, type Messages } from '#contract/fields/messages.ts'
import type { PaymentMethod } from '#contract/payments.ts'
import type { Ctx } from '../../deps.ts'
import type { FieldFaults } from './check-request.ts'
import { formatAmount } from '../../reference/index.ts'

type Notice =
  | 'methodNotOffered'
  | 'methodPaused'
  | 'redirectNotAllowed'
  | 'amountBetween'
  | 'bonusNotAvailable'
  | 'bonusTermsChanged'
  | 'tooManyOpenDeposits'
  | 'insufficientFunds'
  | 'walletMalformed'
  | 'walletNotOfNetwork'
  | 'walletMistyped'
  | 'ibanMistyped'
  | 'ownAddress'
  | 'agentMalformed'
type Files = { messages?: Messages; payments?: Messages; notices?: Messages }

export function noticeMessages(ctx: Ctx, notice: Notice, values: Record<string, string> = {}): string[] {
  return [fillMessage(filesOf(ctx).payments?.[notice] ?? notice, values)]
}

export function rangeMessage(ctx: Ctx, { min, max }: { min: bigint; max: bigint }, currency: string): string[] {
  const amount = (value: bigint) => formatAmount(value, currency, ctx.caller.locale)
  return noticeMessages(ctx, 'amountBetween', { min: amount(min), max: amount(max) })
}

export function fieldErrorMessages(
  ctx: Ctx,
  method: PaymentMethod,
  faults: FieldFaults,
  input: Record<string, string>,
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(faults).map(([key, fault]) => [key, messagesOfFault(ctx, method, key, fault, input)]),
  )
}

function messagesOfFault(
  ctx: Ctx,
  method: PaymentMethod,
  key: string,
  fault: FieldFault,
  input: Record<string, string>,
): string[] {
  const { messages = {}, notices = {} } = filesOf(ctx)
  const stock = (name: string) => [messages[name] ?? name]
  if (fault === 'required') return stock('required')
  if (fault === 'mistyped') return noticeMessages(ctx, key === walletKey ? 'walletMistyped' : 'ibanMistyped')
  if (fault === 'ownAddress') return noticeMessages(ctx, 'ownAddress')
  if (method.fields.find((field) => field.key === key)?.fieldType === 'select')
    return [notices.optionNotOffered ?? 'optionNotOffered']
  if (key === 'phone') return stock('phone')
  if (key === 'cpf_number') return stock('cpfNumber')
  if (key === agentKey) return noticeMessages(ctx, 'agentMalformed')
  if (key !== walletKey) return stock('regex')
  const network = chosenOption(method.fields, networkKey, input)?.name
  return network ? noticeMessages(ctx, 'walletNotOfNetwork', { network }) : noticeMessages(ctx, 'walletMalformed')
}

function filesOf(ctx: Ctx): Files {
  return ctx.content.read(ctx.caller.locale, 'fields-settings')
}
