/** Filters long lists of options by typed text. */
import type { ReactNode } from 'react'

export type Option = {
  value: string
  label: string
  /** Trailing text, also searchable, such as a calling code. */
  detail?: string
  before?: ReactNode
}

/** Returns matches of the prefix first, then of the prefix of a word, then of a substring. Ignores accents and case. */
export function findOptions(options: Option[], query: string): Option[] {
  const needle = normalise(query)
  if (needle === '') return options
  const ranked = options
    .map((option) => ({ option, rank: rankOf(option, needle) }))
    .filter(({ rank }) => rank < notFound)
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ option }) => option)
}

const notFound = 4

function rankOf({ value, label, detail = '' }: Option, needle: string): number {
  const name = normalise(label)
  if (normalise(value) === needle || normalise(detail) === needle) return 0
  if (name.startsWith(needle)) return 1
  if (name.split(/[\s/()-]+/).some((word) => word.startsWith(needle)) || normalise(detail).startsWith(needle)) return 2
  return name.includes(needle) ? 3 : notFound
}

function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}+]/gu, '')
    .toLowerCase()
    .trim()
}
