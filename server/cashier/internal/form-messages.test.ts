import { expect, test } from 'vitest'
import { agentKey, networkKey, walletKey } from '#contract/fields/method-fields.ts'
import type { PaymentMethod } from '#contract/payments.ts'
import type { Ctx } from '../../deps.ts'
import { fieldErrorMessages, noticeMessages, rangeMessage } from './form-messages.ts'

const texts = {
  messages: { required: 'Fill this in.', regex: 'Not valid.', phone: 'Not a phone number.', cpfNumber: 'Not a CPF.' },
  notices: { optionNotOffered: 'Choose another.' },
  payments: {
    walletMistyped: 'The address has a typo.',
    ibanMistyped: 'The IBAN has a typo.',
    ownAddress: 'That is your own address.',
    agentMalformed: 'Not an agent.',
    walletNotOfNetwork: 'Not an address of {network}.',
    walletMalformed: 'Not an address.',
    amountBetween: 'From {min} to {max}.',
  },
}
const ctxOf = (content: object, locale = 'en') =>
  ({
    caller: { locale },
    content: {
      read: (asked: string, what: string) => (asked === locale && what === 'fields-settings' ? content : null),
    },
  }) as unknown as Ctx
const ctx = ctxOf(texts)

const field = (key: string, fieldType = 'text', options: object[] = []) => ({ key, fieldType, options })
const method = {
  fields: [
    field('name'),
    field('bank', 'select'),
    field(walletKey),
    field(networkKey, 'select', [{ id: 'tron', name: 'TRON' }]),
  ],
} as unknown as PaymentMethod
const messageOf = (key: string, fault: string, input = {}, on = ctx) =>
  fieldErrorMessages(on, method, { [key]: fault } as never, input)[key]

test('each fault of a field has the message that says what is wrong with it', () => {
  expect(messageOf('name', 'required')).toEqual(['Fill this in.'])
  expect(messageOf('bank', 'required')).toEqual(['Fill this in.'])
  expect(messageOf('name', 'malformed')).toEqual(['Not valid.'])
  expect(messageOf('bank', 'malformed')).toEqual(['Choose another.'])
  expect(messageOf('phone', 'malformed')).toEqual(['Not a phone number.'])
  expect(messageOf('cpf_number', 'malformed')).toEqual(['Not a CPF.'])
  expect(messageOf(agentKey, 'malformed')).toEqual(['Not an agent.'])
  expect(messageOf('iban', 'mistyped')).toEqual(['The IBAN has a typo.'])
  expect(messageOf(walletKey, 'mistyped')).toEqual(['The address has a typo.'])
  expect(messageOf(walletKey, 'ownAddress')).toEqual(['That is your own address.'])
})

test('a wrong address names the chosen network, if one that exists is chosen', () => {
  expect(messageOf(walletKey, 'malformed', { [networkKey]: 'tron' })).toEqual(['Not an address of TRON.'])
  expect(messageOf(walletKey, 'malformed', { [networkKey]: 'none' })).toEqual(['Not an address.'])
  expect(messageOf(walletKey, 'malformed')).toEqual(['Not an address.'])
})

test('every field with a fault has its message', () => {
  const faults = { name: 'required', [walletKey]: 'mistyped' } as never
  expect(fieldErrorMessages(ctx, method, faults, {})).toEqual({
    name: ['Fill this in.'],
    [walletKey]: ['The address has a typo.'],
  })
})

test("a range is written in the player's language, its lower end first", () => {
  expect(rangeMessage(ctx, { min: 1000n, max: 250_000n }, 'EUR')).toEqual(['From €10.00 to €2,500.00.'])
  const german = rangeMessage(ctxOf(texts, 'de'), { min: 1000n, max: 250_000n }, 'EUR')
  expect(german[0]!.replaceAll('\u00a0', ' ')).toBe('From 10,00 € to 2.500,00 €.')
})

test('a text that the operator removed leaves its name, never nothing', () => {
  const bare = ctxOf({})
  expect(noticeMessages(bare, 'methodPaused')).toEqual(['methodPaused'])
  expect(messageOf('name', 'required', {}, bare)).toEqual(['required'])
  expect(messageOf('bank', 'malformed', {}, bare)).toEqual(['optionNotOffered'])
})
