/** What differs between two files of texts: each text with its lines that go and that come. */
import { isTree } from '../definitions/schema.ts'
import { label } from '../labels.ts'
import styles from './difference.module.css'

type Leaf = [place: string, lines: string[]]
type Line = { kind: 'same' | 'gone' | 'new'; text: string }

export function Difference({ before, after }: { before: unknown; after: unknown }) {
  const [old, next] = [new Map(leavesOf(before)), new Map(leavesOf(after))]
  const changed = [...new Set([...old.keys(), ...next.keys()])].filter(
    (place) => old.get(place)?.join('\n') !== next.get(place)?.join('\n'),
  )
  if (changed.length === 0) return <p>{label('content.noDifference')}</p>
  return (
    <div className={styles.difference}>
      {changed.map((place) => (
        <section key={place}>
          <p className={styles.place}>{place}</p>
          <ul>
            {near(lineDifference(old.get(place) ?? [], next.get(place) ?? [])).map((line, index) => (
              <li key={index} data-kind={line.kind}>
                {line.kind === 'gone' ? (
                  <del>{line.text}</del>
                ) : line.kind === 'new' ? (
                  <ins>{line.text}</ins>
                ) : (
                  line.text
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function leavesOf(value: unknown, place = ''): Leaf[] {
  const inner = (key: string) => (place ? `${place}.${key}` : key)
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return [[place, value]]
  if (isTree(value) || Array.isArray(value))
    return Object.entries(value).flatMap(([key, each]) => leavesOf(each, inner(key)))
  return value === undefined || value === null ? [] : [[place, String(value).split('\n')]]
}

/** By the longest common subsequence, after the lines that both begin and end with. */
export function lineDifference(before: string[], after: string[]): Line[] {
  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const [old, next] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const same = (lines: string[]) => lines.map((text): Line => ({ kind: 'same', text }))
  return [...same(before.slice(0, start)), ...middle(old, next), ...same(end > 0 ? before.slice(-end) : [])]
}

function middle(old: string[], next: string[]): Line[] {
  /** lengths[i][j]: of the longest common subsequence of old from i on and next from j on. */
  const lengths = Array.from({ length: old.length + 1 }, () => Array.from({ length: next.length + 1 }, () => 0))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = next.length - 1; j >= 0; j--)
      lengths[i]![j] =
        old[i] === next[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < next.length) {
    if (i < old.length && j < next.length && old[i] === next[j]) {
      lines.push({ kind: 'same', text: old[i++]! })
      j++
    } else if (i < old.length && (j >= next.length || lengths[i + 1]![j]! >= lengths[i]![j + 1]!))
      lines.push({ kind: 'gone', text: old[i++]! })
    else lines.push({ kind: 'new', text: next[j++]! })
  }
  return lines
}

/** Unchanged lines only next to changed ones; a gap is one empty line. */
function near(lines: Line[]): Line[] {
  const isNear = lines.map((_line, index) => lines.slice(Math.max(0, index - 1), index + 2).some(isChanged))
  return lines.flatMap((line, index): Line[] =>
    isNear[index]
      ? [line]
      : isNear[index - 1] && lines.slice(index).some(isChanged)
        ? [{ kind: 'same', text: '⋯' }]
        : [],
  )
}

const isChanged = ({ kind }: Line): boolean => kind !== 'same'
