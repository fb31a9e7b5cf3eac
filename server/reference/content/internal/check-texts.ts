/**
 * Faults of texts that the product would show as they are: Markdown that the parser does not support, and placeholders
 * that nothing fills. They are checked before publication and not at startup, where they must not prevent a start.
 */
import { isSafeLink } from './parse-text.ts'
import type { ContentFault } from './check-file.ts'
import { periodNames } from './fill-periods.ts'

/** `english`: the same file in English, whose placeholders the product fills. */
export function checkTexts(directory: string, content: unknown, english: unknown): ContentFault[] {
  if (directory !== 'pages') return placeholderFaults(content, english, [])
  return leavesOf(content, []).flatMap(([path, text]) => [
    // Only the lines of a list are Markdown; titles are shown as they are.
    ...(isLine(path) ? markdownFaults(text).map((message) => ({ path, message })) : []),
    ...unknownPlaceholders(text, isLine(path) ? periodNames : []).map((message) => ({ path, message })),
  ])
}

const isLine = (path: string[]): boolean => /^\d+$/.test(path.at(-1) ?? '')

export function markdownFaults(line: string): string[] {
  const text = line.trim()
  const plain = text.replaceAll(/`[^`]+`/g, '')
  const heading = /^#+/.exec(text)?.[0]
  return [
    ...(heading && !/^#{2,3} \S/.test(text) ? ['A heading has two or three #, a space and its text.'] : []),
    ...(plain.split('**').length % 2 === 0 ? ['** is not closed.'] : []),
    ...(text.split('`').length % 2 === 0 ? ['` is not closed.'] : []),
    ...[...text.matchAll(/\[[^\]]+\]\(([^)]*)\)/g)]
      .filter(([, href = '']) => !isSafeLink(href) || /\s/.test(href))
      .map(([, href]) => `The link "${href}" is neither a path of this site nor an https or mailto address.`),
    ...(/\[[^\]]*\]\([^)]*$/.test(text) ? ['A link is not closed.'] : []),
    ...(/<\/?[a-z][^>]*>/i.test(plain) ? ['HTML is shown as text: use Markdown.'] : []),
  ]
}

function placeholderFaults(content: unknown, english: unknown, path: string[]): ContentFault[] {
  if (typeof content === 'string') {
    const known = typeof english === 'string' ? namesIn(english) : []
    return unknownPlaceholders(content, known).map((message) => ({ path, message }))
  }
  if (typeof content !== 'object' || content === null) return []
  return Object.entries(content).flatMap(([key, inner]) =>
    placeholderFaults(inner, (english as Record<string, unknown> | null | undefined)?.[key], [...path, key]),
  )
}

function unknownPlaceholders(text: string, known: readonly string[]): string[] {
  const braces = text.replaceAll(/\{\w+\}/g, '')
  return [
    ...(/[{}]/.test(braces) ? ['A placeholder is a name in braces, such as {name}.'] : []),
    ...namesIn(text)
      .filter((name) => !known.includes(name))
      .map((name) =>
        known.length === 0
          ? `{${name}} is not replaced here: these texts have no placeholders.`
          : `{${name}} is not replaced here. There are: ${known.map((each) => `{${each}}`).join(', ')}.`,
      ),
  ]
}

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

function leavesOf(value: unknown, path: string[]): Array<[path: string[], text: string]> {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}
