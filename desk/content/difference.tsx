/** What differs between two files of texts: each text with its lines that go and that come. */
import { structuredPatch } from 'diff'
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
            {changedLines(old.get(place) ?? [], next.get(place) ?? []).map((line, index) => (
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

/** Changed lines with one unchanged line around them; an ellipsis stands for a gap. */
function changedLines(before: string[], after: string[]): Line[] {
  const [old, next] = [before, after].map((lines) => lines.map((line) => `${line}\n`).join(''))
  const { hunks } = structuredPatch('', '', old!, next!, undefined, undefined, { context: 1 })
  return hunks.flatMap(({ lines }, index): Line[] => [
    ...(index > 0 ? [{ kind: 'same' as const, text: '⋯' }] : []),
    ...lines.map((line) => ({ kind: kinds[line[0] as keyof typeof kinds], text: line.slice(1) })),
  ])
}

const kinds = { ' ': 'same', '-': 'gone', '+': 'new' } as const
