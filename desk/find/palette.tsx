/** Finds pages and objects by what is typed or pasted. Arrow keys choose, Enter opens, Escape closes. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { DeskOperator } from '#contract/desk/session.ts'
import { call, Refused } from '../api.ts'
import { label, labelOf, lineOf } from '../labels.ts'
import { mayOpen, pages } from '../pages.ts'
import { go } from '../place.ts'
import styles from './palette.module.css'

/** Typing pauses this long before the server is asked. */
const pauseMs = 150
const shortest = 3

type Choice = { kind: string; title: string; detail: string; path: string }

export function Palette({ operator, onClose }: { operator: DeskOperator; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const listId = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const settled = useSettled(text.trim())
  useEffect(() => dialog.current!.showModal(), [])
  const found = useQuery({
    queryKey: ['find', settled],
    queryFn: () => call('GET /api/find', { query: { text: settled } }),
    enabled: settled.length >= shortest,
  })
  const words = text.trim().toLowerCase()
  const choices: Choice[] = [
    ...(settled === text.trim() ? (found.data ?? []) : []).map((each) => ({ ...each, detail: lineOf(each.detail) })),
    ...pages
      .filter((page) => !page.isUnlisted && mayOpen(operator, page))
      .map(({ path, title }) => ({ kind: 'page', title: label(title), detail: '', path }))
      .filter(({ title }) => title.toLowerCase().includes(words)),
  ]
  const chosen = choices[Math.min(at, choices.length - 1)]
  const open = (choice: Choice | undefined) => {
    if (!choice) return
    dialog.current!.close()
    go(choice.path)
  }
  const press = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) return open(chosen)
    const next = Math.min(Math.max(at + step, 0), Math.max(choices.length - 1, 0))
    setAt(next)
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const isAsking = text.trim().length >= shortest && (settled !== text.trim() || found.isLoading)
  return (
    <dialog ref={dialog} className={styles.palette} aria-label={label('find')} onClose={onClose} closedby="any">
      <input
        className={styles.input}
        role="combobox"
        aria-label={label('find')}
        aria-expanded={choices.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen && `${listId}-${choices.indexOf(chosen)}`}
        placeholder={label('find.hint')}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div className={styles.list} id={listId} role="listbox" aria-label={label('find.found')}>
        {choices.map((choice, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the text field
          <div
            key={`${choice.kind} ${choice.path} ${choice.title}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={choice === chosen}
            onClick={() => open(choice)}
          >
            <span className={styles.kind}>{labelOf(`find.kind.${choice.kind}`)}</span>
            <span>{choice.title}</span>
            {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
          </div>
        ))}
      </div>
      <p className={styles.note} role="status">
        {isAsking
          ? label('loading')
          : found.error
            ? found.error instanceof Refused
              ? found.error.message
              : label('notReachableHint')
            : choices.length === 0 && label('find.nothing')}
      </p>
    </dialog>
  )
}

/** What was typed, once typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
