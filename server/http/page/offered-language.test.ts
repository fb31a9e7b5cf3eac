import { expect, test } from 'vitest'
import { offeredLanguage } from './offered-language.ts'

test.for([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['it-IT,pt;q=0.7,en;q=0.3', 'pt-BR'],
  ['en;q=0.5, ar-EG;q=0.9', 'ar'],
  ['en-GB', 'en'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr-CA'],
  ['fr-FR,en;q=0.5', 'fr-CA'],
  ['ar;q=0, PT-br', 'pt-BR'],
  ['it,*;q=0.5', null],
  ['', null],
  [undefined, null],
  [';q=;,,=,de;q=nonsense', null],
  [`${'x,'.repeat(5000)}de`, null],
] as const)('of %s the first language that the site has is offered', ([header, expected]) => {
  expect(offeredLanguage(header, '')).toBe(expected)
})

test('no language is offered to a visitor who chose one or dismissed an offer', () => {
  expect(offeredLanguage('de', 'theme=dark')).toBe('de')
  expect(offeredLanguage('de', 'locale=en')).toBeNull()
  expect(offeredLanguage('de', 'language-offer=dismissed')).toBeNull()
})
