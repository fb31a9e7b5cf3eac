import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { offerKind } from './offer-kind.ts'

const shipped = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../content/rewards/offers.json'), 'utf8'),
) as Record<string, unknown>
const offer = offerKind.schema.parse(shipped['welcome-100'])
const fault = (texts: Partial<typeof offer>) => offerKind.newVersionFault!({ ...offer, ...texts } as typeof offer)

test('a text that promises a percentage other than that of the terms is refused in any language', () => {
  expect(fault({ name: { en: '100% on top', de: '150 % obendrauf' } })).toBe(
    'name.de promises 150%, and the terms give 100%: change one of them.',
  )
  expect(fault({ description: { en: 'Twice.', ar: 'مكافأة بنسبة ٢٠٠٪ من إيداعك' } })).toMatch(
    /^description.ar promises 200%/,
  )
  expect(fault({ name: { en: 'Get 99.5% more' } })).toMatch(/^name.en promises 99.5%/)
  expect(fault({ name: { en: 'Half', 'fr-CA': '50\u00a0% sur votre dépôt' } })).toMatch(/^name.fr-CA promises 50%/)
})

test('the texts of the shipped offers agree with their terms', () => {
  for (const [identity, written] of Object.entries(shipped)) {
    const parsed = offerKind.schema.parse(written)
    expect([identity, offerKind.newVersionFault!(parsed)]).toEqual([identity, null])
  }
})
