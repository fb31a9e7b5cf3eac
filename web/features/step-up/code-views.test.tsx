/** Tests that used and wrong authenticator codes have different messages in every locale. */
import { describe, expect, test } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import { markupOf } from '#tests/setup/markup.tsx'
import { ApiError } from '../../api/client.ts'
import { codeFaultOf } from './code-fault.ts'
import { CodeField } from './code-field.tsx'
import { NextCodeView } from './next-code.tsx'

const fieldFor = (error: ApiError) => {
  const { text, nextCodeIn } = codeFaultOf(error, (key) => key)
  return <CodeField name="code" label="Code" error={text} nextCodeIn={nextCodeIn} onFocus={() => undefined} />
}
const used = (name: string) => new ApiError(422, { name, code: 12002, message: 'Used', retryAfterSeconds: 17 })

describe('a code that was already used', () => {
  test.each(['secondFactorWrong', 'proofWrong'])(
    'is described as used, with the seconds until the next one (%s)',
    (name) => {
      expect(codeFaultOf(used(name), (key) => key)).toEqual({ text: 'codeUsed', nextCodeIn: 17 })
      expect(markupOf(fieldFor(used(name)))).toContain('Your app shows the next code in 17 seconds')
    },
  )

  test.each(locales)('shows a countdown and then announces the new code in %s', (locale) => {
    const waiting = [17, 3, 2, 1].map((secondsLeft) => markupOf(<NextCodeView secondsLeft={secondsLeft} />, { locale }))
    for (const text of waiting) expect(text).toContain('role="timer"')
    expect(waiting[0]).toMatch(/17|١٧/)
    expect(new Set(waiting).size).toBe(4)
    const shown = markupOf(<NextCodeView secondsLeft={0} />, { locale })
    expect(shown).not.toContain('role="timer"')
    expect(shown).toMatch(/role="status">[^<]{10,}</)
    expect(shown).not.toContain('nextCode')
  })
})

test('a wrong code has the message of the server and no time to wait', () => {
  const wrong = new ApiError(422, { name: 'secondFactorWrong', code: 12002, message: 'Incorrect code.' })
  expect(markupOf(fieldFor(wrong))).toContain('Incorrect code.')
  expect(markupOf(fieldFor(wrong))).not.toContain('role="timer"')
  const proof = new ApiError(422, { name: 'proofWrong', code: 12002, fields: { proof: ['Incorrect password'] } })
  expect(codeFaultOf(proof, (key) => key)).toEqual({ text: 'Incorrect password' })
})

test.each([
  [503, 'unavailable', 'somethingWrong'],
  [0, 'unreachable', 'somethingWrong'],
  [422, 'methodUnavailable', 'somethingWrong'],
  [429, 'tooManyAttempts', 'Too many attempts.'],
])('status %i with %s has the right message', (status, name, text) => {
  const error = new ApiError(status, { name, message: 'Too many attempts.' })
  expect(codeFaultOf(error, (key) => key)).toEqual({ text })
})
