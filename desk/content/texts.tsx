/** A form for a file of texts: a field for each text, with the English one where it differs. */
import type { ContentFault } from '#contract/desk/content.ts'
import { Field, Input, Textarea } from '#web/design/field/field.tsx'
import { isTree } from '../definitions/schema.ts'
import { label } from '../labels.ts'
import styles from './texts.module.css'

type Tree = Record<string, unknown>
type TextsProps = {
  value: Tree
  english: Tree | null
  /** Their paths begin at `value`. */
  faults: ContentFault[]
  isReadOnly: boolean
  onChange: (value: Tree) => void
}

/** A text longer than this has more than one line. */
const longText = 80

export function Texts({ value, english, faults, isReadOnly, onChange }: TextsProps) {
  const names = [...new Set([...Object.keys(english ?? {}), ...Object.keys(value)])]
  return (
    <div className={styles.texts}>
      {names.map((name) => {
        const [own, standIn] = [value[name], english?.[name]]
        const inner = faults.flatMap(({ path, message }) =>
          path[0] === name ? [{ path: path.slice(1), message }] : [],
        )
        const set = (next: unknown) => onChange({ ...value, [name]: next })
        if (isTree(own) || (own === undefined && isTree(standIn)))
          return (
            <fieldset key={name} className={styles.group}>
              <legend>{name}</legend>
              <Texts
                value={isTree(own) ? own : {}}
                english={isTree(standIn) ? standIn : null}
                faults={inner}
                isReadOnly={isReadOnly}
                onChange={set}
              />
            </fieldset>
          )
        return (
          <One
            key={name}
            name={name}
            value={own}
            english={standIn}
            faults={inner}
            isReadOnly={isReadOnly}
            onChange={set}
          />
        )
      })}
    </div>
  )
}

type OneProps = {
  name: string
  value: unknown
  english: unknown
  faults: ContentFault[]
  isReadOnly: boolean
  onChange: (value: unknown) => void
}

function One({ name, value, english, faults, isReadOnly, onChange }: OneProps) {
  const isLines = isTextList(value) || (value === undefined && isTextList(english))
  const isText = typeof value === 'string' || (value === undefined && typeof english === 'string')
  const hint =
    typeof english === 'string' && english !== value
      ? label('content.english', { text: english })
      : isLines
        ? label('content.lines')
        : undefined
  // What is neither a text nor a list of texts is no one's to translate.
  if (!isLines && !isText) return null
  const text = isLines ? (isTextList(value) ? value : []).join('\n') : typeof value === 'string' ? value : ''
  const error = faults
    .map(({ path: [line], message }) =>
      line === undefined ? message : label('content.faultInLine', { line: Number(line) + 1, message }),
    )
    .join(' ')
  return (
    <Field
      label={name}
      hint={hint}
      error={error || undefined}
      render={(control) =>
        isLines || text.length > longText ? (
          <Textarea
            {...control}
            rows={isLines ? Math.min(24, text.split('\n').length + 1) : 3}
            readOnly={isReadOnly}
            value={text}
            onChange={(event) => onChange(isLines ? event.target.value.split('\n') : event.target.value)}
          />
        ) : (
          <Input
            {...control}
            readOnly={isReadOnly}
            autoComplete="off"
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    />
  )
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')
