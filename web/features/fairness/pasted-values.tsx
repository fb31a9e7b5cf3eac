/** A form for pasted values, so that a recalculation does not depend on the site's records. */
import { type FormEvent, useState } from 'react'
import type { GameKind } from '#contract/games.ts'
import type { Facts } from '#games/verifier/recompute.ts'
import { Button } from '../../design/button/button.tsx'
import { Card } from '../../design/card/card.tsx'
import { Field, Input, Select } from '../../design/field/field.tsx'
import { useLabels } from '../../render/labels.tsx'
import styles from './fairness.module.css'

type PastedProps = {
  games: Array<{ id: string; name: string; kind: GameKind }>
  isBusy: boolean
  /** Receives null if a value is missing or not a wholeNumber number. */
  onVerify: (facts: Facts | null) => void
}

const text = { autoComplete: 'off', spellCheck: false, dir: 'ltr' as const }
const wholeNumber = { ...text, inputMode: 'numeric' as const }

export function PastedValues({ games, isBusy, onVerify }: PastedProps) {
  const t = useLabels('fairness')
  const [gameId, setGameId] = useState(games[0]?.id ?? '')
  const kind = games.find(({ id }) => id === gameId)?.kind ?? 'slot'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onVerify(readFacts(new FormData(event.currentTarget), kind))
  }
  return (
    <Card title={t('facts')}>
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.fields}>
          <Field
            label={t('game')}
            render={(control) => (
              <Select {...control} name="game" value={gameId} onChange={(event) => setGameId(event.target.value)}>
                {games.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          />
          <Field
            label={t('mathsVersion')}
            hint={t('mathsVersionHint')}
            render={(control) => <Input {...control} {...text} name="version" />}
          />
          <Field
            label={t('serverSeed')}
            hint={t('serverSeedHint')}
            render={(control) => <Input {...control} {...text} name="server" />}
          />
          <Field label={t('clientSeed')} render={(control) => <Input {...control} {...text} name="client" />} />
          <Field
            label={t('nonce')}
            render={(control) => <Input {...control} {...wholeNumber} name="nonce" defaultValue="0" />}
          />
          <Field
            label={t('stake')}
            hint={t('stakeHint')}
            render={(control) => <Input {...control} {...wholeNumber} name="stake" defaultValue="100" />}
          />
          {kind === 'dice' && (
            <>
              <Field
                label={t('target')}
                hint={t('targetHint')}
                render={(control) => <Input {...control} {...wholeNumber} name="target" defaultValue="4950" />}
              />
              <Field
                label={t('direction')}
                render={(control) => (
                  <Select {...control} name="direction">
                    <option value="under">{t('under')}</option>
                    <option value="over">{t('over')}</option>
                  </Select>
                )}
              />
            </>
          )}
          {(kind === 'original' || kind === 'table') && (
            <>
              <Field
                label={t('choice')}
                hint={t('choiceHint')}
                render={(control) => <Input {...control} {...text} name="choice" />}
              />
              <Field
                label={t('acts')}
                hint={t('actsHint')}
                render={(control) => <Input {...control} {...text} name="acts" />}
              />
            </>
          )}
        </div>
        <div className={styles.actions}>
          <Button type="submit" tone="primary" icon="check-circle" isBusy={isBusy}>
            {t('check')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

export function readFacts(form: FormData, kind: GameKind): Facts | null {
  const value = (name: string) => String(form.get(name) ?? '').trim()
  const numbers = ['nonce', 'stake', ...(kind === 'dice' ? ['target'] : [])].map((name) => value(name))
  if (!value('server') || !numbers.every((number) => /^\d{1,15}$/.test(number))) return null
  const [nonce, stake, target] = numbers.map(Number)
  return {
    game: value('game'),
    ...(value('version') && { mathsVersion: value('version') }),
    serverSeed: value('server'),
    // The seed is not trimmed, because spaces may be part of it.
    clientSeed: String(form.get('client') ?? ''),
    nonce: nonce!,
    stake: stake!,
    choice:
      kind === 'dice'
        ? { target: target!, direction: value('direction') === 'over' ? 'over' : 'under' }
        : (readJson(value('choice')) as Facts['choice']),
    ...(value('acts') && { acts: (readJson(value('acts')) ?? []) as NonNullable<Facts['acts']> }),
  }
}

/** Parses JSON as the page of a round shows it. The maths of the game refuses invalid values. */
function readJson(written: string): unknown {
  try {
    return JSON.parse(written || 'null')
  } catch {
    return null
  }
}
