/** The text form of PostgreSQL's arrays: the driver does not support arrays of composite values. */

type Field = string | number | bigint | undefined

/** Elements are texts of any type. */
export const arrayText = (elements: readonly string[]): string => `{${elements.map(quote).join(',')}}`

/** An array of composite values: the fields of each in the order of the type's declaration; undefined is null. */
export const compositesText = (values: ReadonlyArray<readonly Field[]>): string =>
  `{${values.map((fields) => `"(${fields.map(fieldText).join(',')})"`).join(',')}}`

/** Quoted as a field if it has to be, and escaped as a part of its element. */
function fieldText(field: Field): Field {
  if (field === undefined) return ''
  return typeof field !== 'string' || (field !== '' && !/["\\(),]/.test(field)) ? field : escape(quote(field))
}

const quote = (text: string): string => `"${escape(text)}"`

/** Uses a loop, because a regular expression takes four times as long, and every movement has something to escape. */
function escape(text: string): string {
  let escaped = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== doubleQuote && code !== backslash) continue
    escaped += `${text.slice(from, at)}\\`
    from = at
  }
  return escaped + text.slice(from)
}

const doubleQuote = 0x22
const backslash = 0x5c
