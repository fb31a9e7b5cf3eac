import { expect, test } from 'vitest'
import { SettingsError } from './kernel/settings-error.ts'
import { outside, readSettings, schema } from './settings.ts'

test('an empty environment is a valid development configuration', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({
    port: 3000,
    dataDir: './data',
    databaseUrl: null,
    seed: true,
    publicUrl: 'http://localhost:3000',
  })
  expect(settings.sandbox).toMatchObject({ isEnabled: true, port: 3001 })
})

test('all faults are reported together', () => {
  const read = () => readSettings({ PORT: 'x', LOG_LEVEL: 'loud', SECRET: 'short' })
  expect(read).toThrow(SettingsError)
  expect(read).toThrow(/PORT[\s\S]*SECRET[\s\S]*LOG_LEVEL|PORT[\s\S]*LOG_LEVEL[\s\S]*SECRET/)
})

test.each([
  [{ PORT: 'abc' }, 'PORT: must be a number'],
  [{ PORT: '3000.5' }, 'PORT: must be a whole number'],
  [{ PORT: '70000' }, 'PORT: must be at most 65535'],
  [{ DATABASE_POOL: '1' }, 'DATABASE_POOL: must be at least 2'],
  [{ SECRET: 'short' }, 'SECRET: must have at least 32 characters'],
  [{ SEED: 'maybe' }, 'SEED: must be true or false'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent'],
  [{ DEFAULT_COUNTRY: 'de' }, 'DEFAULT_COUNTRY: must be two capital letters'],
  [{ REGISTRATION_FIELDS: 'age,iban' }, 'REGISTRATION_FIELDS: must be a list of captcha, receiveBonus'],
  [{ LICENCES: 'de' }, 'LICENCES: must be a list such as DE,CA-ON'],
  [{ CHAIN_EVM_ETH_MIN: '-1' }, 'CHAIN_EVM_ETH_MIN: must be an amount, such as 0.005'],
  [{ SUPPORT_EMAIL: 'us' }, 'SUPPORT_EMAIL: must be an e-mail address'],
  [{ MAIL_FROM: 'Casino' }, 'MAIL_FROM: must be an address, or "Name <address>"'],
  [{ PUBLIC_URL: 'casino.example' }, 'PUBLIC_URL: must be a complete address (URL)'],
  [{ PUBLIC_URL: 'https://casino.example/site' }, 'PUBLIC_URL: must be an origin'],
  [{ PUBLIC_URL: 'ftp://casino.example' }, 'PUBLIC_URL: must be an origin'],
  [{ DATABASE_URL: 'mysql://db/x' }, 'DATABASE_URL: must begin with postgres://'],
  [{ SMTP_URL: 'http://mail.example' }, 'SMTP_URL: must be a URL whose scheme matches ^smtps?$'],
  [{ FRAME_HOSTS: 'https://a.example; script-src *' }, 'FRAME_HOSTS: neither a host nor an origin'],
  [{ REDIRECT_HOSTS: 'https://a.example' }, 'REDIRECT_HOSTS: not a host'],
  [{ REALTIME_ORIGINS: 'a.example' }, 'REALTIME_ORIGINS: not an origin'],
  [{ SANDBOX_PORT: 'off' }, 'SANDBOX_URL: required with SANDBOX_PORT=off'],
  [{ CONSUMERS: 'some' }, 'CONSUMERS: must be true or false'],
  [{ PORT: '3000', SANDBOX_PORT: '3000' }, 'SANDBOX_PORT: must differ from PORT'],
])('%j is refused in words', (environment, message) => {
  expect(() => readSettings(environment)).toThrow(`\n  ${message}`)
})

test('hosts, origins and senders are accepted as documented', () => {
  const environment = {
    PUBLIC_URL: 'https://casino.example/',
    DATABASE_URL: 'postgresql://db/x',
    MAIL_FROM: 'Casino <hello@casino.example>',
    FRAME_HOSTS: 'https://games.example, https://*.studio.example',
    REDIRECT_HOSTS: 'pay.example,pay.example:8443',
    REALTIME_ORIGINS: 'https://app.example',
  }
  expect(readSettings(environment).publicUrl).toBe('https://casino.example')
})

// Shows: ASVS 13.2.3
test('production on a shared database requires a secret', () => {
  expect(() => readSettings({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/x' })).toThrow(/SECRET/)
  expect(() => readSettings({ SECRET: 'a'.repeat(40) })).toThrow(/uniform/)
})

// Shows: ASVS 6.3.2, ASVS 15.2.3
test('production has no demo data or sandbox by default', () => {
  expect(readSettings({ NODE_ENV: 'production' })).toMatchObject({ seed: false, sandbox: { isEnabled: false } })
  expect(readSettings({ NODE_ENV: 'production', SEED: 'true' }).seed).toBe(true)
})

test('restricted countries are pairs of code and type', () => {
  expect(readSettings({ RESTRICTED_COUNTRIES: 'US:2,DE:1' }).restrictedCountries.get('DE')).toBe(1)
  expect(() => readSettings({ RESTRICTED_COUNTRIES: 'US' })).toThrow(/RESTRICTED_COUNTRIES/)
})

test('countries under sanctions are codes; the operator keeps the list', () => {
  expect([...readSettings({}).sanctionedCountries]).toEqual(['CU', 'IR', 'KP', 'SY'])
  expect([...readSettings({ SANCTIONED_COUNTRIES: 'KP, RU' }).sanctionedCountries]).toEqual(['KP', 'RU'])
  expect(readSettings({ SANCTIONED_COUNTRIES: 'none' }).sanctionedCountries.size).toBe(0)
  expect(() => readSettings({ SANCTIONED_COUNTRIES: 'Iran' })).toThrow(/SANCTIONED_COUNTRIES/)
})

test('restricted games are pairs of game and codes', () => {
  expect([...readSettings({ RESTRICTED_GAMES: 'dice:AT+CH,ember-forge:DE' }).restrictedGames.get('dice')!]).toEqual([
    'AT',
    'CH',
  ])
  for (const wrong of ['dice', 'dice:at', 'dice:', ':AT', 'dice:AT;CH'])
    expect(() => readSettings({ RESTRICTED_GAMES: wrong }), wrong).toThrow(/RESTRICTED_GAMES/)
})

test('social sign-in providers are complete, https, and unique', () => {
  const google = {
    id: 'google',
    name: 'Google',
    issuer: 'https://accounts.google.com',
    clientId: 'c',
    clientSecret: 's',
  }
  const read = (...providers: object[]) =>
    readSettings({ SOCIAL_PROVIDERS: JSON.stringify(providers) }).social.providers
  expect(readSettings({}).social).toEqual({ auth0: null, providers: [], telegram: null })
  expect(read(google)).toEqual([google])
  for (const bad of [
    [google, google],
    [{ ...google, id: 'auth0' }],
    [{ ...google, id: 'A/b' }],
    [{ ...google, issuer: 'http://accounts.google.com' }],
    [{ id: 'google' }],
  ])
    expect(() => read(...bad)).toThrow(/SOCIAL_PROVIDERS/)
  expect(() => readSettings({ SOCIAL_PROVIDERS: '{' })).toThrow(/SOCIAL_PROVIDERS: not JSON/)
  expect(() => readSettings({ AUTH0_ISSUER: 'https://tenant.auth0.com/' })).toThrow(/AUTH0_CLIENT_ID/)
  expect(() => readSettings({ TELEGRAM_BOT: 'my_bot' })).toThrow(/TELEGRAM_BOT_TOKEN/)
})

test('behind a proxy the site listens on loopback alone and leaves before it closes, unless set otherwise', () => {
  const read = (environment: Record<string, string>) => {
    const { host, leaveMs } = readSettings({ NODE_ENV: 'test', ...environment })
    return [host, leaveMs]
  }
  expect(read({})).toEqual(['0.0.0.0', 0])
  expect(read({ TRUST_PROXY: '0' })).toEqual(['0.0.0.0', 0])
  expect(read({ TRUST_PROXY: '1' })).toEqual(['127.0.0.1', 5000])
  expect(read({ TRUST_PROXY: '1', HOST: '0.0.0.0', LEAVE_SECONDS: '12' })).toEqual(['0.0.0.0', 12_000])
})

test('registration by phone is on where text messages arrive, and cannot be switched on elsewhere', () => {
  const isOn = (env: Record<string, string>) => readSettings({ NODE_ENV: 'test', ...env }).registration.phone
  const carrier = {
    SMS_WEBHOOK_URL: 'https://sms.test/send',
    SMS_WEBHOOK_SECRET: 'a secret for text messages, 32 or more',
  }
  expect([isOn({}), isOn({ SANDBOX: 'false' }), isOn({ SANDBOX: 'false', ...carrier })]).toEqual([true, false, true])
  expect(isOn({ ...carrier, REGISTRATION_PHONE: 'false' })).toBe(false)
  expect(() => isOn({ SANDBOX: 'false', REGISTRATION_PHONE: 'true' })).toThrow(/REGISTRATION_PHONE: .*carrier/)
})

test('a drill knows nothing outside the machine, whatever the settings of the live site are', () => {
  const live = {
    NODE_ENV: 'production',
    SECRET: 'correct-horse-battery-staple-0123456789',
    PUBLIC_URL: 'https://casino.example.com',
    SANDBOX: 'true',
    SEED: 'true',
    SMTP_URL: 'smtp://mail.example.com:587',
    REGISTRATION_CONFIRMATION: 'first',
    TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
    TWILIO_AUTH_TOKEN: 'a token of Twilio, with 32 letters',
    TWILIO_FROM: '+4915123456789',
    REGISTRATION_PHONE: 'true',
    PAYMENT_GATEWAYS: JSON.stringify([
      {
        slug: 'btcpay',
        name: 'BTCPay',
        protocol: 'btcpay',
        url: 'https://pay.example.com',
        storeId: 'store',
        apiKey: 'a key of the store at BTCPay',
        webhookSecrets: ['a secret of its webhooks'],
      },
    ]),
    RATES_URL: 'https://rates.example.com',
    SUMSUB_APP_TOKEN: 'token',
    SUMSUB_SECRET_KEY: 'secret key',
    SUMSUB_WEBHOOK_SECRETS: 'a secret of the webhooks',
    REDIS_URL: 'redis://counters.example.com:6379',
    DRILL: 'true',
  }
  const settings = readSettings(live)
  expect(settings).toMatchObject({
    isDrill: true,
    mail: { smtpUrl: null },
    sms: { webhook: null, twilio: null },
    payments: { gateways: [] },
    chain: { evm: null, bitcoin: null },
    rates: { url: null, file: null },
    identityCheck: { sumsub: null },
    sportsbook: null,
    studios: [],
    hasSandboxStudio: false,
    redisUrl: null,
    social: { auth0: null, providers: [], telegram: null },
    sandbox: { isEnabled: false },
    seed: false,
    publicUrl: 'https://casino.example.com',
  })
  expect(readSettings({ ...live, DRILL: 'false' }).isDrill).toBe(false)
})

test('every setting that names another machine is left out of a drill, or is known to be of this site', () => {
  const own = [
    'PUBLIC_URL',
    'DATABASE_URL',
    'FRAME_HOSTS',
    'REDIRECT_HOSTS',
    'REALTIME_ORIGINS',
    'HOST',
    'DESK_HOST',
    'DESK_URL',
    'DOCUMENTS_URL',
  ]
  const named = Object.keys(schema.shape).filter((name) =>
    /(URL|HOSTS?|ORIGINS|ISSUER|STUDIOS|PROVIDERS|GATEWAYS)$/.test(name),
  )
  expect(named.filter((name) => !outside.test(name)).toSorted()).toEqual(own.toSorted())
})
