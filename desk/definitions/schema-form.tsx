/** A form for any value that a JSON schema describes. */
import { type ReactNode, useId } from 'react'
import type { DefinitionFault } from '#contract/desk/definitions.ts'
import { locales } from '#contract/locales.ts'
import { Button } from '#web/design/button/button.tsx'
import { Checkbox, Field, Input, Select, Textarea } from '#web/design/field/field.tsx'
import { label, titleOf } from '../labels.ts'
import { alternativesOf, chosenOf, discriminatorOf, emptyOf, isTexts, isTree, nameOf, type Schema } from './schema.ts'
import styles from './schema-form.module.css'

type Path = Array<string | number>
type PartProps = {
  schema: Schema
  title: string
  value: unknown
  path: Path
  faults: DefinitionFault[]
  isReadOnly: boolean
  onChange: (value: unknown) => void
  /** Beside the title, such as a button that removes the part. */
  aside?: ReactNode
}

/** A text longer than this has more than one line. */
const longText = 120

export function SchemaForm(props: Omit<PartProps, 'path' | 'title'>) {
  return <Part {...props} title="" path={[]} />
}

function Part(props: PartProps) {
  const { schema, value } = props
  const alternatives = alternativesOf(schema)
  if (alternatives) return <Alternatives {...props} {...alternatives} />
  if (schema.type === 'object') {
    if (isTexts(schema)) return <Texts {...props} />
    return schema.properties ? <Properties {...props} /> : <Entries {...props} />
  }
  if (schema.type === 'array') return schema.items?.enum ? <Choices {...props} /> : <Items {...props} />
  if (schema.type === 'boolean')
    return (
      <Checkbox
        checked={value === true}
        disabled={props.isReadOnly}
        onChange={(event) => props.onChange(event.target.checked)}
      >
        {props.title} {props.aside}
      </Checkbox>
    )
  return <Single {...props} />
}

const faultAt = (faults: DefinitionFault[], path: Path): string | undefined =>
  faults.find((fault) => fault.path.length === path.length && fault.path.every((part, index) => part === path[index]))
    ?.message

/** Undefined without a lower bound. A schema states the highest integer where there is no upper bound. */
function boundsOf({ minimum, maximum }: Schema): string | undefined {
  if (minimum === undefined || maximum === undefined) return undefined
  return maximum >= Number.MAX_SAFE_INTEGER
    ? label('definitions.atLeast', { minimum })
    : label('definitions.between', { minimum, maximum })
}

/** A text, a number or a choice of one. */
function Single({ schema, title, value, path, faults, isReadOnly, onChange, aside }: PartProps) {
  if (schema.const !== undefined) return null
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  const text = value === undefined || value === null ? '' : String(value)
  const change = (written: string) => {
    const number = Number(written.replace(',', '.'))
    // What is no number yet stays as it is written; the check says so.
    onChange(isNumber && written.trim() !== '' && Number.isFinite(number) ? number : written)
  }
  return (
    <Field
      label={title}
      aside={aside}
      error={faultAt(faults, path)}
      hint={boundsOf(schema)}
      render={(control) =>
        schema.enum ? (
          <Select {...control} disabled={isReadOnly} value={text} onChange={(event) => onChange(event.target.value)}>
            {schema.enum.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        ) : (schema.maxLength ?? 0) > longText ? (
          <Textarea
            {...control}
            rows={2}
            readOnly={isReadOnly}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Input
            {...control}
            readOnly={isReadOnly}
            inputMode={isNumber ? 'decimal' : undefined}
            autoComplete="off"
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        )
      }
    />
  )
}

type GroupProps = { title: string; aside?: ReactNode; fault: string | undefined; children: ReactNode }
function Group({ title, aside, fault, children }: GroupProps) {
  const id = useId()
  if (title === '')
    return (
      <div className={styles.parts}>
        {fault && <p className={styles.fault}>{fault}</p>}
        {children}
      </div>
    )
  return (
    <div role="group" aria-labelledby={id} className={styles.group}>
      <p className={styles.title}>
        <strong id={id}>{title}</strong> {aside}
      </p>
      {fault && <p className={styles.fault}>{fault}</p>}
      <div className={styles.parts}>{children}</div>
    </div>
  )
}

function Properties({ schema, title, value, path, faults, isReadOnly, onChange, aside }: PartProps) {
  const tree = isTree(value) ? value : {}
  const names = Object.keys(schema.properties!)
  const isShown = (name: string) => (schema.required ?? []).includes(name) || tree[name] !== undefined
  const without = (name: string) => Object.fromEntries(Object.entries(tree).filter(([each]) => each !== name))
  const absent = names.filter((name) => !isShown(name))
  return (
    <Group title={title} aside={aside} fault={faultAt(faults, path)}>
      {names.filter(isShown).map((name) => (
        <Part
          key={name}
          schema={schema.properties![name]!}
          title={titleOf(name)}
          value={tree[name]}
          path={[...path, name]}
          faults={faults}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange({ ...tree, [name]: next })}
          aside={
            (schema.required ?? []).includes(name) || isReadOnly ? undefined : (
              <Remove of={titleOf(name)} onClick={() => onChange(without(name))} />
            )
          }
        />
      ))}
      {!isReadOnly && absent.length > 0 && (
        <p className={styles.add}>
          {absent.map((name) => (
            <Button
              key={name}
              size="s"
              icon="plus"
              onClick={() => onChange({ ...tree, [name]: emptyOf(schema.properties![name]!) })}
            >
              {titleOf(name)}
            </Button>
          ))}
        </p>
      )}
    </Group>
  )
}

/** A text for each locale; a locale without one shows English. */
function Texts({ schema, title, value, path, faults, isReadOnly, onChange, aside }: PartProps) {
  const texts = isTree(value) ? value : {}
  const isLong = ((schema.properties!['en'] as Schema).maxLength ?? 0) > longText
  return (
    <Group title={title} aside={aside} fault={faultAt(faults, path)}>
      {locales.map(({ code, name, direction }) => {
        const text = typeof texts[code] === 'string' ? texts[code] : ''
        const change = (written: string) => {
          const rest = Object.entries(texts).filter(([each]) => each !== code)
          onChange(Object.fromEntries(written === '' && code !== 'en' ? rest : [...rest, [code, written]]))
        }
        return (
          <Field
            key={code}
            label={name}
            error={faultAt(faults, [...path, code])}
            render={(control) => {
              const shared = { ...control, lang: code, dir: direction, readOnly: isReadOnly, value: text }
              return isLong ? (
                <Textarea {...shared} rows={2} onChange={(event) => change(event.target.value)} />
              ) : (
                <Input {...shared} autoComplete="off" onChange={(event) => change(event.target.value)} />
              )
            }}
          />
        )
      })}
    </Group>
  )
}

/** Values by a name: of the operator's choice, such as amounts by currency, or of a list, in whose order they are shown. */
function Entries({ schema, title, value, path, faults, isReadOnly, onChange, aside }: PartProps) {
  const names = schema.propertyNames?.enum
  const placeOf = ([name]: [string, unknown]) => (names?.includes(name) ? names.indexOf(name) : Infinity)
  const all = Object.entries(isTree(value) ? value : {})
  const entries = names ? all.toSorted((one, other) => placeOf(one) - placeOf(other) || 0) : all
  const inner = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : { type: 'string' }
  const set = (next: Array<[string, unknown]>) => onChange(Object.fromEntries(next))
  return (
    <Group title={title} aside={aside} fault={faultAt(faults, path)}>
      {entries.map(([name, each], index) => (
        // The name itself changes while it is written.
        <div className={styles.entry} key={index}>
          <Field
            label={label('definitions.key')}
            render={(control) => {
              const rename = (next: string) => set(entries.toSpliced(index, 1, [next, each]))
              return names ? (
                <Select
                  {...control}
                  disabled={isReadOnly}
                  value={name}
                  onChange={(event) => rename(event.target.value)}
                >
                  {[...(names.includes(name) ? [] : [name]), ...names]
                    .filter((offered) => offered === name || !all.some(([taken]) => taken === offered))
                    .map((offered) => (
                      <option key={offered}>{offered}</option>
                    ))}
                </Select>
              ) : (
                <Input
                  {...control}
                  readOnly={isReadOnly}
                  autoComplete="off"
                  value={name}
                  onChange={(event) => rename(event.target.value)}
                />
              )
            }}
          />
          <Part
            schema={inner}
            title={label('definitions.value')}
            value={each}
            path={[...path, name]}
            faults={faults}
            isReadOnly={isReadOnly}
            onChange={(next) => set(entries.toSpliced(index, 1, [name, next]))}
            aside={isReadOnly ? undefined : <Remove of={name} onClick={() => set(entries.toSpliced(index, 1))} />}
          />
        </div>
      ))}
      {!isReadOnly && entries.length < (names?.length ?? Infinity) && (
        <p className={styles.add}>
          <Button size="s" icon="plus" onClick={() => set([...entries, ['', emptyOf(inner)]])}>
            {label('definitions.add')}
          </Button>
        </p>
      )}
    </Group>
  )
}

/** Several of a fixed list. */
function Choices({ schema, title, value, path, faults, isReadOnly, onChange, aside }: PartProps) {
  const chosen = Array.isArray(value) ? (value as string[]) : []
  return (
    <Group title={title} aside={aside} fault={faultAt(faults, path)}>
      <div className={styles.choices}>
        {schema.items!.enum!.map((each) => (
          <Checkbox
            key={each}
            checked={chosen.includes(each)}
            disabled={isReadOnly}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, each] : chosen.filter((other) => other !== each))
            }
          >
            {each}
          </Checkbox>
        ))}
      </div>
    </Group>
  )
}

function Items({ schema, title, value, path, faults, isReadOnly, onChange, aside }: PartProps) {
  const items = Array.isArray(value) ? (value as unknown[]) : []
  const name = (index: number) => label('definitions.item', { title, number: index + 1 })
  return (
    <Group title={title} aside={aside} fault={faultAt(faults, path)}>
      {items.map((each, index) => (
        <Part
          // Items have no name of their own.
          key={index}
          schema={schema.items!}
          title={name(index)}
          value={each}
          path={[...path, index]}
          faults={faults}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange(items.toSpliced(index, 1, next))}
          aside={
            isReadOnly ? undefined : <Remove of={name(index)} onClick={() => onChange(items.toSpliced(index, 1))} />
          }
        />
      ))}
      {!isReadOnly && items.length < (schema.maxItems ?? Infinity) && (
        <p className={styles.add}>
          <Button size="s" icon="plus" onClick={() => onChange([...items, emptyOf(schema.items!)])}>
            {label('definitions.add')}
          </Button>
        </p>
      )}
    </Group>
  )
}

/** One of several forms, or none. */
function Alternatives(props: PartProps & { options: Schema[]; isNullable: boolean }) {
  const { options, isNullable, title, value, isReadOnly, onChange, aside } = props
  const discriminator = discriminatorOf(options)
  const chosen = chosenOf(options, discriminator, value)
  const isNone = isNullable && (value === null || value === undefined)
  const part = <Part {...props} schema={options[chosen]!} title={options.length > 1 ? '' : title} aside={undefined} />
  if (options.length === 1)
    return (
      <div className={styles.parts}>
        <Checkbox
          checked={!isNone}
          disabled={isReadOnly}
          onChange={(event) => onChange(event.target.checked ? emptyOf(options[0]!) : null)}
        >
          {title} {aside}
        </Checkbox>
        {!isNone && part}
      </div>
    )
  return (
    <Group title={title} aside={aside} fault={undefined}>
      <Field
        label={titleOf(discriminator ?? label('definitions.form'))}
        render={(control) => (
          <Select
            {...control}
            disabled={isReadOnly}
            value={isNone ? '' : String(chosen)}
            onChange={(event) =>
              onChange(event.target.value === '' ? null : emptyOf(options[Number(event.target.value)]!))
            }
          >
            {isNullable && <option value="">{label('definitions.none')}</option>}
            {options.map((option, index) => (
              <option key={nameOf(option, discriminator)} value={index}>
                {titleOf(nameOf(option, discriminator))}
              </option>
            ))}
          </Select>
        )}
      />
      {!isNone && part}
    </Group>
  )
}

function Remove({ of, onClick }: { of: string; onClick: () => void }) {
  return (
    <Button size="s" aria-label={label('definitions.remove', { of })} icon="close" onClick={onClick}>
      {label('definitions.removeShort')}
    </Button>
  )
}
