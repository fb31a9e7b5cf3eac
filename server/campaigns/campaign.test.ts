import { describe as group, expect, test } from 'vitest'
import { CampaignDefinition, wordsFor } from './campaign.ts'
import { nextAllowed, zonesOf } from './internal/hours.ts'
import { readUnsubscribeToken, unsubscribeAddress, unsubscribeToken } from './unsubscribe-link.ts'

const words = { en: { title: 'New games', text: 'Three new slots.', button: 'Play' } }
const valid = {
  purpose: 'marketing',
  channels: ['site', 'mail'],
  segment: {},
  words,
  target: { kind: 'page', path: '/categories/slots' },
}

group('a definition', () => {
  test('with texts, channels and a target is valid', () => {
    expect(CampaignDefinition.safeParse(valid).success).toBe(true)
  })

  test.each([
    [{ purpose: 'anything' }, 'purpose'],
    [{ channels: [] }, 'channels'],
    [{ channels: ['mail', 'mail'] }, 'channels'],
    [{ channels: ['fax'] }, 'channels'],
    [{ words: {} }, 'words'],
    [{ words: { xx: words.en } }, 'words'],
    [{ words: { en: { title: 'Only a title' } } }, 'words'],
    [{ words: { en: { ...words.en, title: 'Two\nlines' } } }, 'words'],
    [{ words: { en: { ...words.en, button: undefined } } }, 'words'],
    [{ target: undefined }, 'words'],
    [{ target: { kind: 'page', path: 'https://evil.example' } }, 'target'],
    [{ target: { kind: 'page', path: '//evil.example' } }, 'target'],
    [{ target: { kind: 'link', href: 'javascript:alert(1)' } }, 'target'],
    [{ segment: { countries: ['Germany'] } }, 'segment'],
    [{ segment: { locales: ['fr'] } }, 'segment'],
    [{ segment: { age: 18 } }, 'segment'],
    [{ segment: { registered: { after: '2026-02-01T00:00Z', before: '2026-01-01T00:00Z' } } }, 'segment'],
    [{ segment: { lastPlayed: { before: 'yesterday' } } }, 'segment'],
    [{ until: '2026-12-01' }, ''],
  ])('with %j is refused at its place', (change, place) => {
    const parsed = CampaignDefinition.safeParse({ ...valid, ...change })
    expect(parsed.success).toBe(false)
    expect(parsed.error!.issues.map(({ path }) => String(path[0] ?? ''))).toContain(place)
  })

  test('of a service message leads to no offer', () => {
    const to = (target: object) => CampaignDefinition.safeParse({ ...valid, purpose: 'service', target }).success
    expect(to({ kind: 'page', path: '/static/terms' })).toBe(true)
    expect(to({ kind: 'page', path: '/profile/limits' })).toBe(true)
    for (const target of [
      { kind: 'page', path: '/games/dice' },
      { kind: 'modal', modal: 'wallet', value: 'deposit' },
      { kind: 'call', call: 'activate-quest', id: 'run' },
    ])
      expect(to(target)).toBe(false)
  })
})

test("a text is read in the player's locale, else in the default one, else not at all", () => {
  const of = (locales: string[], locale: string) =>
    wordsFor({ words: Object.fromEntries(locales.map((code) => [code, words.en])) }, locale)?.locale ?? null
  expect(of(['en', 'de'], 'de')).toBe('de')
  expect(of(['en', 'de'], 'ar')).toBe('en')
  expect(of(['de', 'ar'], 'pt-BR')).toBeNull()
  expect(of(['pt-BR', 'en'], 'pt')).toBe('pt-BR')
})

group('marketing hours', () => {
  const hours = { from: '09:00', to: '20:00' }
  const at = (time: string, zones: string[]) => nextAllowed(new Date(time), zones, hours)?.toISOString() ?? null

  test('are those of the player, across the change of summer time', () => {
    expect(at('2026-11-21T12:07:00Z', ['Europe/Berlin'])).toBe('2026-11-21T12:07:00.000Z')
    expect(at('2026-11-21T19:00:00Z', ['Europe/Berlin'])).toBe('2026-11-22T08:00:00.000Z')
    expect(at('2026-10-24T18:00:00Z', ['Europe/Berlin'])).toBe('2026-10-25T08:00:00.000Z')
    expect(at('2026-11-21T07:59:59Z', ['Europe/Berlin'])).toBe('2026-11-21T08:00:00.000Z')
  })

  test('of a country with several zones are those that hold in each', () => {
    const zones = zonesOf({ timeZone: undefined, country: 'BR' })
    expect(zones.length).toBeGreaterThan(3)
    // Nine in the morning in São Paulo is seven in Acre.
    expect(at('2026-11-21T12:00:00Z', zones)).toBe('2026-11-21T14:00:00.000Z')
    expect(zonesOf({ timeZone: 'Asia/Tokyo', country: 'BR' })).toEqual(['Asia/Tokyo'])
  })

  test('that never hold in all zones at once allow nothing', () => {
    expect(at('2026-11-21T12:00:00Z', ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/London'])).toBeNull()
  })
})

group('a link to unsubscribe', () => {
  const settings = { secret: 'correct-horse-battery-staple-0123456789', publicUrl: 'https://house.test' }
  const playerId = '6f1c1f3e-0b5a-4b7e-9d53-1c2f7c1d9a10'
  const token = unsubscribeToken(settings, playerId)

  test('names its player', () => {
    expect(unsubscribeAddress(settings, playerId)).toBe(`https://house.test/unsubscribe/${token}`)
    expect(readUnsubscribeToken(settings, token)).toEqual({ playerId, medium: 'mail' })
  })

  // Shows: attack 212
  test('is refused if any character of it changed, or if it was issued elsewhere', () => {
    for (let place = 0; place < token.length; place++) {
      const changed = token.slice(0, place) + (token[place] === 'A' ? 'B' : 'A') + token.slice(place + 1)
      expect(readUnsubscribeToken(settings, changed)).toBeNull()
    }
    expect(readUnsubscribeToken({ secret: `${settings.secret}x` }, token)).toBeNull()
    for (const other of ['', 'x', `${token}A`, `${token}=`, token.slice(1), playerId])
      expect(readUnsubscribeToken(settings, other)).toBeNull()
  })
})

// Shows: attack 216
test('a link of a text message ends that consent alone, and its page names it', () => {
  const settings = { secret: 'correct-horse-battery-staple-0123456789', publicUrl: 'https://house.test' }
  const playerId = '5f0c11ab-4a3c-4d28-a1c0-9b3a5d3fab1f'
  const token = unsubscribeToken(settings, playerId, 'sms')
  expect(token).not.toBe(unsubscribeToken(settings, playerId))
  expect(readUnsubscribeToken(settings, token)).toEqual({ playerId, medium: 'sms' })
  expect(unsubscribeAddress(settings, playerId, 'sms')).toBe(`https://house.test/unsubscribe/${token}?by=sms`)
})

test('the channel sms and its text belong together, and the text is one short line', () => {
  const definition = (channels: string[], sms: string | undefined) => ({
    purpose: 'service',
    channels,
    segment: {},
    words: { en: { title: 'A', text: 'B', ...(sms !== undefined && { sms }) } },
  })
  const isValid = (channels: string[], sms?: string) => CampaignDefinition.safeParse(definition(channels, sms)).success
  expect(isValid(['sms'], 'Short')).toBe(true)
  expect(isValid(['site'])).toBe(true)
  for (const [channels, sms] of [
    [['sms'], undefined],
    [['site'], 'Short'],
    [['sms'], 'two\nlines'],
    [['sms'], 'x'.repeat(301)],
  ] as const)
    expect(isValid([...channels], sms)).toBe(false)
})
