import { expect, test } from 'vitest'
import { isReservedName } from './reserved-names.ts'
import { cleanText } from './text.ts'

test.each([
  'José',
  'Jose\u0301',
  'नमस्ते',
  'علی\u200cرضا',
  'خانهٔ\u200cما',
  'র\u200d্য',
  'അവന\u0d4d\u200d',
  'မြွှာ',
  'Zoë O’Neill-Ångström',
  '太郎',
  '👨\u200d👩\u200d👧\u200d👦',
  '👩🏽\u200d🚀',
  '❤\ufe0f',
  '🏳\ufe0f\u200d🌈',
  '1\ufe0f\u20e3',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'two\nlines\tand a tab',
])('%s is not changed', (text) => expect(cleanText(text)).toBe(text))

test.each([
  ['zero-width space', 'Ad\u200bmin', 'Admin'],
  ['joiner between Latin letters', 'a\u200db\u200c', 'ab'],
  ['joiners in a row', 'می\u200c\u200cخ', 'می\u200cخ'],
  ['soft hyphen, word joiner, byte order mark', 'a\u00adb\u2060c\ufeff', 'abc'],
  ['marks of direction', 'أحمد\u200f', 'أحمد'],
  ['tag characters', 'x\u{e0041}\u{e007f}', 'x'],
  ['tags that do not form a flag', '\u{1f3f4}\u{e0061}\u{e007f}', '\u{1f3f4}'],
  ['variation selectors on letters', 'a\ufe0fb\u{e0101}', 'ab'],
  ['stacked accents', 'Z\u0301\u0302\u0303\u0304\u0305a', 'Z\u0301\u0302\u0303a'],
  [
    'stacked accents separated by invisible characters',
    'Z\u0301\u0302\u0303\u034f\u200d\u0304\u0305',
    'Z\u0301\u0302\u0303',
  ],
  ['fillers alone', '\u3164\u115f\u1160\uffa0', ''],
  ['empty braille', '\u2800\u2800', ''],
  ['accents alone', '\u0301\u0301', ''],
  ['spaces and a joiner alone', '\u00a0\u3000\u200d', ''],
])('%s', (_, text, stored) => {
  expect(cleanText(text)).toBe(stored)
  expect(cleanText(stored)).toBe(stored)
})

const siteNames = ['Fairhouse', 'Ace', 'acme-casino']
test.each([
  'Fairhouse',
  'Fairhouse Support',
  'Fa\u200birhouse',
  'F A I R H O U S E',
  'Fáirhòuse_vip',
  'fa1rh0use',
  'Suppоrt',
  'S u p p o r t',
  'sup-port',
  'LiveSupport',
  'support24',
  'Adm1n',
  'ＡＤＭＩＮ',
  'admin_anna',
  'The Support Team',
  'Customer Service',
  'ace dealer',
  'AceSupport',
  'Acme Casino',
  'الدعم',
])('%s is reserved', (name) => expect(isReservedName(name, siteNames)).toBe(true))

test.each([
  'supporter',
  'Badminton',
  'Warehouse',
  'face',
  'Modesto',
  'Anna Stafford',
  'help me',
  'José',
  'محمد',
  'p12',
  '',
])('“%s” is not reserved', (name) => expect(isReservedName(name, siteNames)).toBe(false))
