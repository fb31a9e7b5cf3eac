/** Filtering of long option lists by typed text. */
import type { ReactNode } from 'react'

export type Option = {
  value: string
  label: string
  /** Trailing text, also searchable, such as a calling code. */
  detail?: string
  before?: ReactNode
}

/** Ranked: prefix matches, then word-prefix matches, then substring matches; accents and case are ignored. */
export function findOptions(options: Option[], query: string): Option[] {
  const wanted = plain(query)
  if (wanted === '') return options
  const ranked = options
    .map((option) => ({ option, rank: rankOf(option, wanted) }))
    .filter(({ rank }) => rank < notFound)
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ option }) => option)
}

const notFound = 4

function rankOf({ value, label, detail = '' }: Option, wanted: string): number {
  const name = plain(label)
  if (plain(value) === wanted || plain(detail) === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (name.split(/[\s/()-]+/).some((word) => word.startsWith(wanted)) || plain(detail).startsWith(wanted)) return 2
  return name.includes(wanted) ? 3 : notFound
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}+]/gu, '')
    .toLowerCase()
    .trim()
}
