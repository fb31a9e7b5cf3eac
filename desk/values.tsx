/** Data of the server as names and values, with links to what is named, for what a page has no form of its own for: inputs, and changes of the log. */
import type { ReactNode } from 'react'
import styles from './case.module.css'
import { choiceOf, titleOf } from './labels.ts'
import { follow } from './place.ts'

/** `limits.daily` for a value inside another; lists of plain values are one value. */
export function flatten(values: unknown, path = ''): Array<[name: string, value: string]> {
  if (typeof values !== 'object' || values === null) return [[path, textOf(values)]]
  if (Array.isArray(values) && values.every((each) => typeof each !== 'object'))
    return [[path, values.map(textOf).join(', ') || '–']]
  return Object.entries(values).flatMap(([key, value]) => flatten(value, path ? `${path}.${key}` : key))
}

const textOf = (value: unknown): string => (value === null || value === undefined || value === '' ? '–' : String(value))

export function Values({ values }: { values: Record<string, unknown> }) {
  return (
    <dl className={styles.facts}>
      {flatten(values).map(([name, value]) => (
        <div key={name}>
          <dt>{titleOf(name)}</dt>
          <dd>{linkOf(name, value) ?? choiceOf(name, value)}</dd>
        </div>
      ))}
    </dl>
  )
}

const pathsOf: Partial<Record<string, string>> = {
  playerId: '/players/',
  number: '/payments/',
  conversationId: '/chat/',
}

function linkOf(name: string, value: string): ReactNode {
  const path = pathsOf[name]
  return (
    path && (
      <a href={path + value} title={value} onClick={follow}>
        {name === 'playerId' ? value.slice(0, 8) : value}
      </a>
    )
  )
}
