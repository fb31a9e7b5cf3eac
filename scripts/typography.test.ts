import { expect, test } from 'vitest'
import { hasBareCount, missingPlurals, typographyFaults } from './typography.ts'

test.each([
  ['en', "Agent's number", ['a straight apostrophe']],
  ['en', 'Agent’s number', []],
  ['en', 'Loading …', ['a space before an ellipsis']],
  ['en', 'Wager {times}x the bonus', ['a letter x for ×']],
  ['de', 'Zwei Joker ergeben x9.', ['a letter x for ×']],
  ['ar', 'خمس متشابهة تدفع 97x، وأربع 9x', ['a letter x for ×']],
  ['en', 'From 1.01× to 10,000×, at an address that starts with 0x', []],
  ['de', 'ab {percent} %', ['no no-break space before a percent sign']],
  ['de', 'ab {percent}\u00a0%', []],
  ['de', 'Wird geladen\u00a0…', []],
  ['es', '{percent}% de tu depósito', ['no no-break space before a percent sign']],
  ['es', 'Cancelar este bono?', ['a question without its opening mark']],
  ['es', 'Ya está. ¿Cancelar este bono?', []],
  ['fr-CA', 'Exemple : {amount}', ['an ordinary space at a colon or guillemet']],
  ['fr-CA', 'Exemple\u00a0: {amount}', []],
  ['fr-CA', 'Participer à {title} ?', ['a space before ? or ;']],
  ['fr-CA', '{brand} : {text} Se désabonner : {unsubscribe}', []],
  ['ar', 'هل تريد الإلغاء?', ['a Latin question mark']],
  ['ar', 'هل تريد الإلغاء؟', []],
])('in %s, "%s" has %j', (locale, text, faults) => {
  expect(typographyFaults(locale, text)).toEqual(faults)
})

test('a plural has every category of its language: six in Arabic, two in German, nested ones as well', () => {
  expect(missingPlurals('ar', '{count, plural, one {# يوم} two {# يومان} few {# أيام} other {# يوم}}')).toEqual([
    'count: zero',
    'count: many',
  ])
  expect(missingPlurals('ar', '{n, plural, zero {a} one {b} two {c} few {d} many {e} other {f}}')).toEqual([])
  expect(missingPlurals('de', '{n, plural, =0 {keine} other {# Tage}}')).toEqual(['n: one'])
  expect(missingPlurals('en', '{a, plural, one {{b, plural, other {#}}} other {#}}')).toEqual(['b: one'])
  expect(missingPlurals('en', '{n, selectordinal, one {#st} other {#th}}')).toEqual([])
})

test('a number before the noun that it counts is in a plural, or in words that suit every number', () => {
  for (const text of ['{count} free spins', 'راهن {times} مرة', '{seconds}\u00a0Sekunden'])
    expect(hasBareCount(text), text).toBe(true)
  for (const text of [
    '{count, plural, one {# day} other {# days}}',
    'Free spins: {count}.',
    '{seconds} s',
    '{count} من اللفات',
  ])
    expect(hasBareCount(text), text).toBe(false)
})
