const widest = 110

/** JSON for readers: a value that fits is one line, and a longer one has a line for each of its parts. */
export function asLines(value: unknown, indent = ''): string {
  const whole = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + whole.length <= widest || isRow(value))
    return whole
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const lines = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([name, part]) => `${inner}${isList ? '' : `${JSON.stringify(name)}: `}${asLines(part, inner)}`)
  return `${isList ? '[' : '{'}\n${lines.join(',\n')}\n${indent}${isList ? ']' : '}'}`
}

/** A list of numbers, or of pairs of numbers, stays together. */
const isRow = (value: object): boolean =>
  Array.isArray(value) &&
  value.every((part: unknown) => typeof part === 'number' || (Array.isArray(part) && part.length === 2))
