/** Checks that the calls, entities and channels of the specification exist under the names that it gives them. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { everyEndpoint } from './api.ts'
import * as bonuses from './bonuses.ts'
import { type ChannelEvents, type ChannelName, playerChannels, publicChannels } from './channels.ts'
import { Alert, ContentDirectory } from './content.ts'
import { factsOf, fieldCatalogue, fieldRules } from './fields/catalogue.ts'
import * as games from './games.ts'
import * as identity from './identity.ts'
import * as limits from './limits.ts'
import { LoyaltyAccount } from './loyalty.ts'
import { Message } from './messages.ts'
import * as payments from './payments.ts'
import { PlayerQuest, Quest, QuestState } from './quests.ts'
import * as settings from './settings.ts'
import { readTournament } from './tournaments.ts'
import { Account, AccountStatus } from './wallet.ts'

/** The properties of an object or of the items of a list, also if it is nullable or optional. */
function shapeOf(schema: unknown): Record<string, z.ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape
  if (schema instanceof z.ZodArray) return shapeOf(schema.element)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return shapeOf(schema.unwrap())
  return {}
}
const keysOf = (schema: unknown) => Object.keys(shapeOf(schema))
const at = (schema: unknown, ...path: string[]) => path.reduce<unknown>((inner, key) => shapeOf(inner)[key], schema)

const endpoints = new Map(everyEndpoint().map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint]))

type Access = 'public' | 'player'
type Call = [call: string, access: Access, parts?: { query?: string; body?: string; multipart?: string }]
const calls: Record<string, Call[]> = {
  'settings and startup': [
    ['GET /api/settings/currencies', 'public'],
    ['GET /api/settings/locales', 'public'],
    ['GET /api/settings/countries', 'public'],
    ['GET /api/settings/constants', 'public'],
    ['GET /api/player/init', 'public'],
    ['GET /api/content/{locale}/{directory}', 'public'],
  ],
  'registration and sessions': [
    ['GET /api/player/fields/validations', 'public', { query: 'scenario' }],
    ['POST /api/player/register', 'public', { body: 'email password fingerprint affiliateTag' }],
    ['POST /api/player/register/phone', 'public', { body: 'phone password code fingerprint affiliateTag' }],
    ['POST /api/player/sessions', 'public', { body: 'login password' }],
    ['POST /api/player/sessions/token', 'public', { body: 'token fingerprint' }],
    ['POST /api/player/sessions/refresh', 'public'],
    ['POST /api/player/sessions/logout', 'player'],
    ['POST /api/player/sessions/social', 'public', { body: 'query provider locale fingerprint affiliateTag' }],
    ['GET /api/player/sessions/social/auth0/redirect', 'public', { query: 'state connection' }],
    ['GET /api/player/sessions/social/{provider}/redirect', 'public', { query: 'state' }],
    ['POST /api/player/otp/send', 'public', { body: 'phone reason' }],
    ['POST /api/player/otp/verify', 'public', { body: 'phone reason code' }],
  ],
  'the profile': [
    ['GET /api/player/profile', 'player'],
    ['PUT /api/player/profile', 'player', { body: 'firstName lastName nickname email' }],
    ['PUT /api/player/passwords', 'player', { body: 'currentPassword newPassword repeatNewPassword' }],
    ['POST /api/player/passwords/reset', 'public', { body: 'email' }],
    ['POST /api/player/passwords/confirm', 'public', { body: 'code password password_confirmation' }],
    ['POST /api/player/profile/confirmations/email/resend', 'player'],
    ['GET /api/player/sessions', 'player', { query: 'page perPage' }],
    ['PUT /api/player/sessions/{id}/close', 'player'],
    ['GET /api/player/documents', 'player'],
    ['POST /api/player/documents', 'player', { multipart: 'type file' }],
    ['DELETE /api/player/documents/{id}', 'player'],
    ['POST /api/player/services/sumsub/auth', 'player'],
    ['POST /api/notification/communications', 'public', { body: 'email message' }],
  ],
  limits: [
    ['GET /api/player/limits', 'player'],
    ['POST /api/player/limits', 'player', { body: 'definition period amount currency' }],
    ['PUT /api/player/limits/{limitId}', 'player', { body: 'period amount' }],
    ['DELETE /api/player/limits/{limitId}', 'player'],
    ['GET /api/risk/reasons/turn-over-wager', 'player', { query: 'currency' }],
  ],
  'accounts and payments': [
    ['GET /api/wallet/accounts', 'player'],
    ['POST /api/wallet/accounts', 'player', { body: 'currency' }],
    ['PUT /api/wallet/accounts/{id}/switch', 'player'],
    ['PUT /api/wallet/accounts/{id}/hide', 'player'],
    ['GET /api/payment/methods/deposit', 'player', { query: 'currency country region' }],
    ['GET /api/payment/methods/withdrawal', 'player', { query: 'currency country region' }],
    [
      'POST /api/payment/invoices/deposit',
      'player',
      {
        body: 'method currency country amount accountId redirectSuccessUrl redirectErrorUrl redirectUrl bonusId isBonusDecline fields',
      },
    ],
    ['POST /api/payment/invoices/withdrawal', 'player', { body: 'method currency country amount accountId fields' }],
    ['GET /api/payment/invoices', 'player', { query: 'type status currency page perPage' }],
    ['PUT /api/payment/invoices/{id}/decline', 'player'],
    ['GET /api/payment/invoices/statistics', 'player'],
  ],
  'bonuses and codes': [
    ['GET /api/game/player-bonuses', 'player', { query: 'status currency' }],
    ['GET /api/game/player-freespins', 'player', { query: 'status currency' }],
    ['PUT /api/game/player-bonuses/{id}/activate', 'player'],
    ['PUT /api/game/player-bonuses/{id}/cancel', 'player'],
    ['PUT /api/game/player-freespins/{id}/activate', 'player'],
    ['PUT /api/game/player-freespins/{id}/cancel', 'player'],
    ['GET /api/game/bonuses/bonuscodes', 'player', { query: 'trigger' }],
    ['POST /api/game/bonuses/bonuscodes', 'player', { body: 'bonusCode trigger' }],
    ['DELETE /api/game/bonuses/bonuscodes', 'player', { body: 'playerBonusCodeId' }],
    ['GET /api/game/bonuses/cashback', 'player', { query: 'currency' }],
    ['GET /api/game/bonuses', 'player', { query: 'currency amount' }],
    ['GET /api/game/bonuses/status', 'player', { query: 'bonusIds currency' }],
  ],
  'loyalty and quests': [
    ['GET /api/retention/account', 'player'],
    ['GET /api/retention/levels', 'public', { query: 'currency' }],
    ['GET /api/retention/quests', 'player', { query: 'state currency' }],
    ['GET /api/retention/player-quests', 'player'],
    ['PUT /api/retention/quests/{id}/activate', 'player'],
    ['PUT /api/retention/player-quests/{id}/cancel', 'player'],
  ],
  notifications: [
    ['GET /api/notification/messenger/messages', 'player', { query: 'page perPage' }],
    ['POST /api/notification/messenger/messages/read', 'player', { body: 'messageIds' }],
    ['DELETE /api/notification/messenger/messages', 'player', { body: 'messageIds' }],
    ['POST /api/notification/messenger/messages/read/all', 'player'],
  ],
  games: [
    ['GET /api/game/collections', 'public'],
    ['GET /api/game/providers', 'public'],
    ['GET /api/game/providers/{id}', 'public'],
    ['GET /api/game/games', 'public', { query: 'search collection providers page perPage' }],
    ['GET /api/game/games/{id}', 'public'],
    ['POST /api/game/games/{id}/play', 'public'],
    ['GET /api/game/games/favorites', 'player'],
    ['POST /api/game/games/{id}/favorite', 'player'],
    ['DELETE /api/game/games/{id}/favorite', 'player'],
    ['GET /api/game/spins', 'player', { query: 'page perPage' }],
    ['GET /api/game/bets', 'player', { query: 'page perPage isSettled' }],
    ['GET /api/game/spins/winners', 'public'],
    ['GET /api/game/games/played', 'player'],
  ],
}

describe('the calls of', () => {
  // Shows: 3.8.1, 7.2.1, 7.3.1, 7.3.4, 7.3.7, 7.4.1, 7.4.3, 7.4.5, 7.5.1, 7.5.4, 7.6.2
  test.each(Object.entries(calls))('%s have their method, path, access and fields', (_area, listed) => {
    for (const [call, access, parts = {}] of listed) {
      const endpoint = endpoints.get(call)
      expect(endpoint, call).toMatchObject({ access })
      for (const part of ['query', 'body', 'multipart'] as const)
        if (parts[part])
          expect(keysOf(endpoint![part]), `${part} of ${call}`).toEqual(expect.arrayContaining(parts[part].split(' ')))
    }
  })
})

// Shows: 8.2.1, 8.3.1, 8.5.1
test('calls have the refusals, statuses and codes of the specification', () => {
  const refusal = (call: string, name: string) => endpoints.get(call)!.refusals![name]
  expect(refusal('POST /api/player/otp/send', 'limitReached')).toMatchObject({ status: 429, code: 11005 })
  expect(refusal('POST /api/player/otp/verify', 'codeInvalid')).toMatchObject({ status: 422, code: 11003 })
  expect(refusal('GET /api/payment/methods/deposit', 'depositLimitReached')).toMatchObject({ status: 422, code: 13100 })
  expect(refusal('POST /api/player/sessions', 'wrongCredentials')).toEqual({ status: 401 })
  expect(refusal('POST /api/player/sessions', 'accountBlocked')).toEqual({ status: 403 })
  expect(refusal('POST /api/player/register', 'fieldsInvalid')).toEqual({ status: 422, fields: true })
  expect(refusal('POST /api/payment/invoices/withdrawal', 'fieldsInvalid')).toEqual({ status: 422, fields: true })
})

// Shows: 3.4.2, 7.6.3
test('settled bets are listed by default; scenarios and content directories are those of the specification', () => {
  const query = endpoints.get('GET /api/game/bets')!.query!
  expect(query.parse({})).toMatchObject({ isSettled: true })
  expect(query.parse({ isSettled: 'false' })).toMatchObject({ isSettled: false })
  const validations = endpoints.get('GET /api/player/fields/validations')!.query!
  expect(['registration', 'profile', 'other'].map((scenario) => validations.safeParse({ scenario }).success)).toEqual([
    true,
    true,
    false,
  ])
  expect(ContentDirectory.options).toEqual(
    expect.arrayContaining(['alerts', 'fields-settings', 'global-components', 'layout', 'modals']),
  )
})

const constants = (...path: string[]) => at(settings.Constants, ...path)
const bonusConditions = (part: string, list: string) => at(bonuses.DepositBonus, part, list)
const method = payments.PaymentMethod
/** The entities of the specification, each with its schema and the names of its fields. */
const entities: Array<[entity: string, schema: unknown, fields: string]> = [
  ['currency', settings.Currency, 'code type isEnabled isBase subunitToUnit rate symbol subCurrencies'],
  ['rate', at(settings.Currency, 'rate'), 'rate'],
  ['sub-currency', settings.SubCurrency, 'code subunitToUnit'],
  ['locale', settings.Locale, 'code isDefault'],
  ['country', settings.Country, 'code name locale restrict restrictType'],
  ['time zone', constants('timeZones'), 'id name'],
  ['player constants', constants('player'), 'statuses registration limit socialAuth telegram document bonus freespin'],
  ['invoice constants', constants('invoice'), 'statuses types'],
  ['bet constants', constants('bet'), 'statuses'],
  ['document constants', constants('player', 'document'), 'statuses'],
  ['bonus constants', constants('player', 'bonus'), 'statuses results'],
  ['free-spin constants', constants('player', 'freespin'), 'statuses results'],
  ['registration types', constants('player', 'registration'), 'email phone'],
  ['limit constants', constants('player', 'limit'), 'cashPeriod coolingOffPeriod selfExclusionPeriod'],
  ['an entry of periods', constants('player', 'limit', 'cashPeriod'), 'id'],
  ['an entry of providers', constants('player', 'socialAuth'), 'id'],
  ['telegram', constants('player', 'telegram'), 'bot auth_url'],
  ['registration field', identity.FieldDescriptor, 'id name description editable isRequired isVisible position value'],
  ['alert', Alert, 'type title description'],
  [
    'profile',
    identity.Profile,
    'id email nickname firstName lastName phone country status freshchatRestoreId pwaInstalled isNewlyRegistered',
  ],
  ['account', Account, 'id currency balance withdrawalBalance status'],
  ['payment method', method, 'method type logo processingType amountMin amountMax presets fields'],
  ['preset', at(method, 'presets'), 'amount default'],
  ['method field', payments.MethodField, 'key fieldType value isRequired regexp labels hints options'],
  ['field option', at(payments.MethodField, 'options'), 'id name minAmount maxAmount regex'],
  [
    'deposit request',
    payments.DepositRequest,
    'method currency country amount accountId redirectSuccessUrl redirectErrorUrl redirectUrl bonusId isBonusDecline fields',
  ],
  ['deposit response', payments.DepositReply, 'action fields qr invoiceId address tag'],
  [
    'withdraw request',
    endpoints.get('POST /api/payment/invoices/withdrawal')!.body,
    'method currency country amount accountId fields',
  ],
  ['invoice', payments.Invoice, 'id status amount currency createdAt number publicData'],
  ['public data', at(payments.Invoice, 'publicData'), 'qr'],
  ['deposit bonus', bonuses.DepositBonus, 'id name package type triggerConditions assignConditions'],
  ['package', at(bonuses.DepositBonus, 'package'), 'id name'],
  [
    'trigger conditions',
    at(bonuses.DepositBonus, 'triggerConditions'),
    'invoiceAmountItems baseCurrencyInvoiceAmountFrom baseCurrencyInvoiceAmountTo',
  ],
  ['trigger amounts', bonusConditions('triggerConditions', 'invoiceAmountItems'), 'currency amountFrom amountTo'],
  [
    'assign conditions',
    at(bonuses.DepositBonus, 'assignConditions'),
    'amountItems baseCurrencyAmount maxAmountItems baseCurrencyMaxAmount depositPercentage presets',
  ],
  ['free-spin presets', bonusConditions('assignConditions', 'presets'), 'quantity'],
  ['player bonus', bonuses.PlayerBonus, 'id status result amount currency packageId issueSessionId maxBetAmount'],
  ['player free spin', bonuses.PlayerFreespin, 'id status result count currency gameId packageId'],
  ['bonus code', endpoints.get('POST /api/game/bonuses/bonuscodes')!.reply, 'id bonusCode status'],
  ['player bonus code', bonuses.PlayerBonusCode, 'playerBonusCodeId bonusCode trigger'],
  ['cashback', endpoints.get('GET /api/game/bonuses/cashback')!.reply, 'currency'],
  ['limit', limits.Limit, 'id definition period amount currentAmount currency'],
  ['turnover wager', limits.TurnoverWager, 'total turnOverWager turnOverWagerAmount currency'],
  ['quest', Quest, 'id name state tasks'],
  ['quest of a player', PlayerQuest, 'id name state tasks'],
  ['task', at(Quest, 'tasks'), 'id isActive isCompleted progress quantity type questId'],
  ['loyalty account', LoyaltyAccount, 'points currentLevel nextLevel'],
  ['current level', at(LoyaltyAccount, 'currentLevel'), 'name points order'],
  ['next level', at(LoyaltyAccount, 'nextLevel'), 'name points'],
  ['notification', Message, 'id readAt state content'],
  ['notification content', at(Message, 'content'), 'title'],
  [
    'list of notifications',
    at(endpoints.get('GET /api/notification/messenger/messages')!.reply, 'meta'),
    'totalUnread',
  ],
  ['tournament', readTournament.reply, 'title prizes'],
  ['prize', at(readTournament.reply, 'prizes'), 'entry place title'],
  ['entry of a prize', at(readTournament.reply, 'prizes', 'entry'), 'playerId'],
  ['game', games.Game, 'name identity thumbnails'],
  ['collection', games.Collection, 'identity countries'],
  ['session list', at(endpoints.get('GET /api/player/sessions')!.reply, 'meta'), 'page perPage total'],
  ['public config', at(settings.PlayerInit, 'config'), 'gtm affiliateTagExpiration freshchatParams'],
  ['chat parameters', at(settings.PlayerInit, 'config', 'freshchatParams'), 'guestAvailable'],
]

// Shows: 3.1.1, 3.2.1, 3.3.2, 3.3.3, 3.6.1, 3.9.1, 3.10.1, 3.11.1, 3.12.1, 3.13.1, 3.14.1, 3.15.1, 3.16.1, 3.17.1
// Shows: 3.18.1, 3.19.1, 3.20.1, 3.21.1, 3.22.1, 3.23.1, 3.24.1, 3.25.1, 3.26.4, 3.26.5
test.each(entities)('%s has its fields', (_entity, schema, fields) => {
  expect(keysOf(schema)).toEqual(expect.arrayContaining(fields.split(' ')))
})

// Shows: 3.5.1
test('the form field catalogue has exactly the fields of the specification', () => {
  const names =
    'password password_confirmation currentPassword newPassword repeatNewPassword firstName lastName nationality nickname gender city address additionalAddress postalCode timeZone profession language captcha bonusCode securityQuestion securityAnswer email country currency agreements receiveEmailPromo receiveSmsPromo receiveBonus phone birthdate placeOfBirth personalIdNumber message locale age cpf_number'
  expect(Object.keys(fieldCatalogue).toSorted()).toEqual(names.split(' ').toSorted())
})

// Shows: 3.5.1
test('a field is entered as what its rules ask for', () => {
  const kinds = { email: 'email', phone: 'phone', date: 'date', integer: 'number', countryCode: 'country' }
  for (const [id, { kind }] of Object.entries(fieldCatalogue)) {
    const [asked] = Object.entries(kinds).flatMap(([rule, own]) => (fieldRules(id)[rule] ? [own] : []))
    if (asked) expect([id, kind]).toEqual([id, asked])
  }
})

// Shows: 3.5.1
test.each([
  ['password', 'password password_confirmation currentPassword newPassword repeatNewPassword'],
  ['country', 'nationality country'],
  ['currency', 'currency'],
  ['select of words', 'gender securityQuestion'],
  ['select of timeZones', 'timeZone'],
  ['select of languages', 'language'],
  ['select of locales', 'locale'],
  ['checkbox', 'agreements receiveEmailPromo receiveSmsPromo receiveBonus'],
  ['multiline', 'message'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['date', 'birthdate'],
  ['number', 'age'],
  [
    'text',
    'firstName lastName nickname city address additionalAddress postalCode profession captcha bonusCode securityAnswer placeOfBirth personalIdNumber cpf_number',
  ],
])('fields of the kind %s are those that the specification names for it', (kind, fields) => {
  const found = Object.keys(fieldCatalogue).filter((id) => {
    const { kind: own, options } = factsOf(id)
    return kind === (options ? `${own} of ${options}` : own)
  })
  expect(found.toSorted()).toEqual(fields.split(' ').toSorted())
})

// Shows: 3.5.1
test('password managers tell the current password from a new one, and text of an unknown field is plain', () => {
  const autofill = 'password password_confirmation currentPassword newPassword repeatNewPassword'
    .split(' ')
    .map((id) => factsOf(id).autocomplete)
  expect(autofill).toEqual(['new-password', 'new-password', 'current-password', 'new-password', 'new-password'])
  expect(['email', 'phone', 'birthdate', 'country'].map((id) => factsOf(id).autocomplete)).toEqual([
    'email',
    'tel',
    'bday',
    'country',
  ])
  expect([factsOf('toString'), factsOf('unheardOf')]).toEqual([{ kind: 'text' }, { kind: 'text' }])
})

// Shows: 5.3.1, 5.4.1, 9.2.1
test('fields have the rules of the specification in every form', () => {
  const rules = Object.fromEntries(Object.keys(fieldCatalogue).map((id) => [id, fieldRules(id)]))
  expect(rules).toMatchObject({
    password: { minLength: 6 },
    password_confirmation: { sameAs: 'password' },
    newPassword: { minLength: 6 },
    repeatNewPassword: { sameAs: 'newPassword' },
    firstName: { minLength: 2 },
    lastName: { minLength: 2 },
    personalIdNumber: { minLength: 2 },
    email: { email: true },
    phone: { phone: true },
    birthdate: { date: true },
    age: { integer: true },
    cpf_number: { cpfNumber: true },
  })
})

// Shows: 3.3.1, 3.10.1, 3.13.1, 3.16.1, 3.20.1, 3.22.1, 9.4.1
test('numbers of statuses, results, types and definitions are those of the specification', () => {
  expect(payments.InvoiceStatus).toEqual({ pending: 1, success: 2, failed: 3 })
  expect(bonuses.BonusStatus).toEqual({ issued: 1, active: 2, finished: 3 })
  expect(bonuses.BonusResult).toEqual({ running: 1, played: 2, cancelled: 3, expired: 4, lost: 5 })
  expect(bonuses.BonusType).toEqual({ cash: 1, percentage: 2, freeSpins: 3 })
  expect(bonuses.BonusCodeStatus).toMatchObject({ incorrect: 3, notAvailable: 4 })
  expect(bonuses.BonusTrigger.deposit).toBe(3)
  expect(limits.LimitDefinition).toEqual({ bet: 1, loss: 2, deposit: 3, selfExclusion: 4, coolingOff: 5 })
  expect(limits.cashPeriods).toEqual(['daily', 'weekly', 'monthly'])
  expect(identity.PlayerStatus.limited).toBe(2)
  expect(AccountStatus.active).toBe(1)
  expect(QuestState).toMatchObject({ active: 2, completed: 3, expired: 5, ended: 6 })
  expect(payments.ProcessingType.options).toEqual(['form', 'qr', 'iframe', 'message', 'asyncRedirect'])
  const { type } = shapeOf(method)
  expect(['form', 'address', 'other'].map((value) => type!.safeParse(value).success)).toEqual([true, true, false])
  const { fieldType } = shapeOf(payments.MethodField)
  expect(['select', 'textarea', 'text', 'x'].map((value) => fieldType!.safeParse(value).success)).toEqual([
    true,
    true,
    true,
    false,
  ])
})

/** The compiler compares these with the types: an event that the product does not have is a type error. */
const events = {
  'wallet:accounts': ['account'],
  'payment:invoices': ['invoice.deposit.updated', 'invoice.withdrawal.updated'],
  'messenger:notifications': ['message'],
  'game:bets': ['game.bet.restricted', 'game.bet.max.exceed'],
  'bonus:player-bonus-codes': ['playerBonusCode'],
  'bonus:player-bonuses': ['playerBonus'],
  'bonus:player-freespins': ['playerFreespin'],
  'retention:quests': ['quest.updated', 'quest.task.updated'],
  'retention:accounts': ['account'],
  tournaments: ['tournament.completed'],
  'global:online': ['online'],
} satisfies { [C in ChannelName]?: Array<keyof ChannelEvents[C]> }
/**
 * Channels that are not in the specification: the built-in support chat, shared rounds, and the feed of settled rounds.
 */
const additionalChannels = ['support:chat', 'game:round:crash', 'global:wins']

// Shows: 7.7.2
test('the channels are those of the specification (nine for a player, two for everyone) and the additional ones', () => {
  expect([...playerChannels, ...publicChannels].toSorted()).toEqual(
    [...Object.keys(events), ...additionalChannels].toSorted(),
  )
  expect(publicChannels).toEqual(['tournaments', 'global:online', 'global:wins', 'game:round:crash'])
})
