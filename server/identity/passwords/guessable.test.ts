import { expect, test } from 'vitest'
import { breachedPasswords, isGuessable } from './guessable.ts'

const names = ['Acme Games', 'play.acme-games.example']

// Shows: ASVS 6.2.4, ASVS 6.2.12
test('the list has more than 3,000 breached passwords that are long enough to be accepted otherwise', () => {
  expect([...breachedPasswords].filter((password) => password.length >= 8).length).toBeGreaterThan(3000)
  for (const password of ['trustno1', 'TRUSTNO1', 'letmein1', 'qazwsxedc', 'iloveyou2', 'Password1'])
    expect(isGuessable(password, names), password).toBe(true)
})

// Shows: ASVS 6.2.11
test('names of the site and casino words are guessable, whatever digits and signs are added', () => {
  for (const password of ['Fairhouse2026!', 'casino777', '123casino', 'AcmeGames1', 'acme-games', 'jackpot!jackpot'])
    expect(isGuessable(password, names), password).toBe(true)
})

// Shows: ASVS 6.2.5
test('passwords with additional letters are not guessable', () => {
  for (const password of [
    'a quiet harbour',
    'acme games at dawn',
    'open-the-house',
    'a-Long-pass-9431',
    'жёлтый фонарь',
  ])
    expect(isGuessable(password, names), password).toBe(false)
})
