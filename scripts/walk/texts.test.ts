import { expect, test } from 'vitest'
import { textsOf } from './texts.ts'

test("a text of another locale, a missing text and an unfilled placeholder are faults; the locale's own texts are not", () => {
  const ar = textsOf('ar')
  const ownTexts = [ar.label('wallet', 'methods'), 'مصهر الجمر', 'Fairhouse', '€12.50', 'DE89 3704 0044 0532 0130 00']
  expect(ar.faultsOf(ownTexts)).toEqual([])
  expect(ar.faultsOf(['Aldmoor Premier', 'Port Selwyn – Harrow Vale'])).toEqual([])
  const noBonus = textsOf('en').label('bonuses', 'chooserTitle')
  expect(ar.faultsOf(['Ember Forge'])).toEqual(['en: Ember Forge'])
  expect(ar.faultsOf([noBonus])).toEqual([`en: ${noBonus}`])
  expect(textsOf('de').faultsOf([noBonus, textsOf('de').label('bonuses', 'chooserTitle')])).toEqual([`en: ${noBonus}`])
  expect(ar.faultsOf(['Nothing written anywhere'])).toEqual(['Latin script: Nothing written anywhere'])
  expect(ar.faultsOf(['depositTitle', 'Hello {name}', 'NaN'])).toHaveLength(3)
})
