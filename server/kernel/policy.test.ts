import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { checkPolicies, explainPolicy, PolicyError, readPolicy, cycleMs, gamesExcludedByLaw } from './policy.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

const shipped = { policyDir: null, licences: new Set<string>() }
const licensed = (...places: string[]) => ({ policyDir: null, licences: new Set(places) })
function own(files: Record<string, unknown>) {
  const policyDir = mkdtempSync(join(tmpdir(), 'fairhouse-policies-'))
  folders.push(policyDir)
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(policyDir, name), typeof content === 'string' ? content : JSON.stringify(content))
  return { policyDir, licences: new Set<string>() }
}
const value = (given: unknown) => ({ value: given, source: 'the law of the test' })

// Shows: 10.11, 10.30, 10.32
test('player protection 7, 10, 11, 14, 18, 25, 30, 32: a place without a policy file has the most protective values', () => {
  for (const place of [null, 'AT', 'ZZ', 'CA'])
    expect(readPolicy(place, shipped)).toMatchObject({
      minimumAge: 21,
      limitPrompts: ['registration', 'first-deposit'],
      increaseDelayHours: 24,
      coolingOffPeriods: ['1-day', '1-week', '1-month', '2-months', '3-months'],
      selfExclusionPeriods: ['6-months', '1-year', '5-years', 'no-end'],
      exclusionEndDelayHours: 24,
      isRealityCheckMandatory: true,
      hasBreakButton: false,
      wageringCap: 10,
      canCancelWithdrawals: false,
      idleMinutes: 30,
      hasAutoplay: false,
      slotCycleMs: 2500,
      marketingConsent: 'opt-in',
    })
})

test('the terms of a licence apply only if LICENCES names the place; rules for everyone always apply', () => {
  expect(readPolicy('DE', shipped)).toMatchObject({ minimumAge: 18, requiredLimits: [], highestStake: null })
  expect(readPolicy('DE', licensed('DE'))).toMatchObject({
    minimumAge: 18,
    requiredLimits: [{ definition: 'deposit', period: 'monthly' }],
    ceilings: [{ definition: 'deposit', period: 'monthly', amount: '1000', currency: 'EUR' }],
    highestStake: { amount: '1', currency: 'EUR' },
    increaseDelayHours: 168,
    hasBreakButton: true,
    slotCycleMs: 5000,
  })
  expect(readPolicy('SE', licensed('SE'))).toMatchObject({ increaseDelayHours: 72, welcomeBonus: 'once' })
  expect(readPolicy('BR', licensed('BR')).welcomeBonus).toBe('none')
  expect(readPolicy('GB', licensed('GB')).canCancelWithdrawals).toBe(false)
})

test('a licence for a province is the policy of its country, because accounts state a country only', () => {
  expect(readPolicy('CA', licensed('CA-ON')).minimumAge).toBe(19)
  expect(readPolicy('CA-ON', shipped).minimumAge).toBe(19)
})

test('the shipped files are valid with every licence, and each value names its source', () => {
  const all = licensed('BR', 'MT', 'DE', 'CA-ON', 'SE', 'GB')
  checkPolicies(all)
  for (const place of all.licences) {
    const rows = explainPolicy(place, all)
    expect(rows.map(({ name }) => name)).toContain('minimumAge')
    for (const { name, source, from, description } of rows)
      expect({ name, isStated: source.length > 8 && from.includes('.json') && description.length > 8 }).toEqual({
        name,
        isStated: true,
      })
  }
})

test('slots wait as long as the strictest licence demands, and never less than the setting', () => {
  const cycle = (roundMinMs: number, ...places: string[]) => cycleMs({ ...licensed(...places), roundMinMs }, 'slot')
  expect([cycle(0), cycle(2500), cycle(2500, 'GB'), cycle(2500, 'GB', 'DE'), cycle(6000, 'DE')]).toEqual([
    0, 2500, 2500, 5000, 6000,
  ])
})

test('RTS 14G: other games than slots wait 5 s under a British licence, and no less than the setting anywhere', () => {
  const cycle = (roundMinMs: number, ...places: string[]) => cycleMs({ ...licensed(...places), roundMinMs }, 'table')
  expect([cycle(2500), cycle(2500, 'GB'), cycle(6000, 'GB'), cycle(2500, 'MT')]).toEqual([2500, 5000, 6000, 2500])
})

test('only a German licence excludes games, by the shipped files', () => {
  expect(gamesExcludedByLaw(licensed('GB', 'MT', 'SE'))).toEqual(new Map())
  const excluded = gamesExcludedByLaw(licensed('GB', 'DE'))
  expect(excluded.get('DE')).toEqual(['roulette', 'blackjack', 'baccarat', 'live', 'jackpot'])
  expect([excluded.get('GB'), excluded.get('*')]).toEqual([[], []])
})

test("the operator's file replaces the shipped one of its place; omitted values are the default", () => {
  const settings = own({
    'DE.json': { place: 'DE', name: 'Germany', everyone: { minimumAge: value(20) } },
    'AT.json': { place: 'AT', name: 'Austria', everyone: { minimumAge: value(18) } },
  })
  expect(readPolicy('DE', settings)).toMatchObject({ minimumAge: 20, canCancelWithdrawals: false })
  expect(readPolicy('AT', settings).minimumAge).toBe(18)
  expect(explainPolicy('AT', settings).find(({ name }) => name === 'minimumAge')).toMatchObject({
    value: 18,
    source: 'the law of the test',
    from: join(settings.policyDir, 'AT.json'),
  })
})

test.each([
  ['a typing mistake', { minimumAgee: value(18) }, 'minimumAgee'],
  ['an age below 18', { minimumAge: value(16) }, 'minimumAge'],
  ['a delay below 24 hours', { increaseDelayHours: value(1) }, 'increaseDelayHours'],
  ['autoplay', { hasAutoplay: value(true) }, 'hasAutoplay'],
  ['a faster slot', { slotCycleMs: value(1000) }, 'slotCycleMs'],
  ['a longer idle time', { idleMinutes: value(60) }, 'idleMinutes'],
  ['a wagering cap above 10', { wageringCap: value(40) }, 'wageringCap'],
  ['a value without a source', { minimumAge: { value: 18 } }, 'source'],
  ['a reality check beyond the longest interval', { realityCheckLongestMinutes: value(20) }, 'longest interval'],
])('a policy file with %s prevents the start, naming the file and the value', (_, everyone, named) => {
  const settings = own({ 'AT.json': { place: 'AT', name: 'Austria', everyone } })
  const check = () => checkPolicies(settings)
  expect(check).toThrow(PolicyError)
  expect(check).toThrow('AT.json')
  expect(check).toThrow(named)
})

test('a file under a wrong name, a broken file, a missing folder and a licence without a file prevent the start', () => {
  expect(() => checkPolicies(own({ 'AT.json': { place: 'CH', name: 'Switzerland', everyone: {} } }))).toThrow('CH.json')
  expect(() => checkPolicies(own({ 'AT.json': '{' }))).toThrow('not valid JSON')
  expect(() => checkPolicies({ policyDir: '/nonexistent', licences: new Set() })).toThrow('POLICY_DIR')
  expect(() => checkPolicies(licensed('XX'))).toThrow('LICENCES')
})

test('settings name the folder and the licences; a retired setting is refused, not ignored', () => {
  expect(readSettings({ LICENCES: 'DE, CA-ON', POLICY_DIR: '/srv/policies' })).toMatchObject({
    licences: new Set(['DE', 'CA-ON']),
    policyDir: '/srv/policies',
  })
  expect(() => readSettings({ LICENCES: 'germany' })).toThrow('LICENCES')
  expect(() => readSettings({ MIN_AGES: 'EE:21' })).toThrow('POLICY_DIR')
})
