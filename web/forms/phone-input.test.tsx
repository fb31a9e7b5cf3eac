import { expect, test } from 'vitest'
import { markupOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../api/use-api.ts'
import { Field } from '../design/field/field.tsx'
import { findOptions } from './find-options.ts'
import { callingCodes, PhoneInput } from './phone-input.tsx'

const countries = [
  { code: 'DE', name: 'Germany', phonePrefix: '49', restrictType: null },
  { code: 'BR', name: 'Brazil', phonePrefix: '55', restrictType: null },
]
const restricted = [
  { code: 'AT', name: 'Austria', phonePrefix: '43', restrictType: 1 },
  { code: 'GB', name: 'Great Britain', phonePrefix: '44', restrictType: 2 },
]

// Shows: 3.7.1
test('the list of countries has the flag, name and calling code of each, and is searched by name or code', () => {
  const options = callingCodes(countries)
  expect(options.map(({ value, label, detail }) => [value, label, detail])).toEqual([
    ['DE', 'Germany', '+49'],
    ['BR', 'Brazil', '+55'],
  ])
  for (const { value, before } of options)
    expect(markupOf(before)).toMatch(new RegExp(`^<img[^>]*src="[^"]*/${value}\\.svg`, 'i'))
  for (const query of ['braz', '55']) expect(findOptions(options, query).map(({ value }) => value)).toEqual(['BR'])
})

// Shows: 3.7.1
test("a phone field shows flag and calling code of the number's country, or of the visitor's if it is empty", () => {
  const answers: Array<[readonly unknown[], unknown]> = [
    [apiKey('GET /api/settings/countries', { query: { locale: 'en' } }), [...countries, ...restricted]],
  ]
  const shown = (value: string) =>
    markupOf(
      <Field
        label="Phone"
        render={(control) => (
          <PhoneInput
            {...control}
            ref={null}
            name="phone"
            label="Phone"
            value={value}
            onChoose={nothing}
            onBlur={nothing}
            onFocus={nothing}
          />
        )}
      />,
      { answers },
    )
  const visitor = shown('')
  expect(visitor).toMatch(/aria-label="Calling code: Germany \+49"[^>]*><img[^>]*src="[^"]*\/de\.svg/i)
  expect(visitor).toMatch(/<input[^>]*placeholder="49"/)
  const number = shown('5511912345678')
  expect(number).toMatch(/aria-label="Calling code: Brazil \+55"[^>]*><img[^>]*src="[^"]*\/br\.svg/i)
  expect(number).toMatch(/<input[^>]*name="phone"[^>]*value="5511912345678"/)
  // Who may not register from a country chooses no number of it either.
  expect(shown('43664123456')).toContain('Calling code: Austria +43')
  expect(shown('447911123456')).not.toContain('Great Britain')
})

function nothing(): void {}
