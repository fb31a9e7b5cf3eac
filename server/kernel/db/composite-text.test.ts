import { expect, test } from 'vitest'
import { arrayText, compositesText } from './composite-text.ts'

/** As PostgreSQL reads it: parts separated by commas, where quotes protect and a backslash protects the next character. */
function partsOf(text: string, [open, close]: '{}' | '()'): Array<string | null> {
  expect([text[0], text.at(-1)]).toEqual([open, close])
  const parts: Array<string | null> = []
  let [part, isQuoted, wasQuoted] = ['', false, false]
  const end = () => {
    parts.push(part === '' && !wasQuoted ? null : part)
    ;[part, wasQuoted] = ['', false]
  }
  const inner = text.slice(1, -1)
  for (let at = 0; at < inner.length; at++) {
    const character = inner[at]!
    if (character === '\\') part += inner[++at]
    else if (character === '"' && isQuoted && inner[at + 1] === '"') part += inner[++at]
    else if (character === '"') [isQuoted, wasQuoted] = [!isQuoted, true]
    else if (character === ',' && !isQuoted) end()
    else {
      if (!isQuoted) expect([open, close]).not.toContain(character)
      part += character
    }
  }
  end()
  expect(isQuoted).toBe(false)
  return parts
}

const texts = ['plain', '', ',', 'a, b', '(', ')', '{}', '"', '""', '\\', '\\\\', 'a\\"b', '\\,"(', 'NULL', 'ä\n漢']

test('every text is read back from an array as it was', () => {
  expect(partsOf(arrayText(texts), '{}')).toEqual(texts)
})

test('every field of a composite value is read back as it was, and undefined as null', () => {
  const rows = texts.map((text, index) => [text, index, undefined, BigInt(index) * -(10n ** 18n), text])
  const elements = partsOf(compositesText(rows), '{}')
  expect(elements.map((element) => partsOf(element!, '()'))).toEqual(
    rows.map((fields) => fields.map((field) => (field === undefined ? null : String(field)))),
  )
})
