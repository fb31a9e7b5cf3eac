/**
 * Lists the differences between two versions of a definition, one line for each value, so that typing errors are
 * visible.
 */
export function changesBetween(before: unknown, after: unknown, path = ''): string[] {
  if (isTree(before) && isTree(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) => changesBetween(before[key], after[key], path ? `${path}.${key}` : key))
  }
  const [from, to] = [shown(before), shown(after)]
  return from === to ? [] : [`${path}: ${from} -> ${to}`]
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const shown = (value: unknown): string => (value === undefined ? '(none)' : JSON.stringify(value))
