/** The entry of a promo code among the bonuses. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../design/button/button.tsx'
import { dotted } from '../../design/dotted.ts'
import { Field, Input } from '../../design/field/field.tsx'
import { useConditionText } from '../../features/bonuses/use-condition-text.ts'
import { useLabels } from '../../render/labels.tsx'
import { ChoiceRow, MoreInfo } from './bonus-row.tsx'
import type { BonusChooserState } from './use-bonus-choice.ts'
import { usePromoCode } from './use-promo-code.ts'
import styles from './bonus-chooser.module.css'

export function PromoCode({ state, currency, name }: { state: BonusChooserState; currency: string; name: string }) {
  const t = useLabels('bonuses')
  const conditions = useConditionText()
  const { codes, codeBonus, choice, choose, codeAdded, leaveCode } = state
  const { add, remove, isBusy } = usePromoCode()
  const [code] = codes
  const isChosen = choice?.kind === 'code'
  const take = async (entered: string) => {
    const isAdded = await add(entered)
    if (isAdded) codeAdded()
    return isAdded
  }
  const removeCode = async () => {
    if (code && (await remove(code))) leaveCode()
  }
  if (!code) {
    return (
      <>
        <ChoiceRow
          name={name}
          isChosen={isChosen}
          onChoose={() => choose({ kind: 'code' })}
          title={t('haveCode')}
          note={t('haveCodeNote')}
        />
        {isChosen && <CodeEntry isBusy={isBusy} onAdd={take} onCancel={leaveCode} />}
      </>
    )
  }
  return (
    <ChoiceRow
      name={name}
      isChosen={isChosen}
      onChoose={() => choose({ kind: 'code' })}
      title={codeBonus?.name ?? t('code', { code: code.bonusCode })}
      note={
        codeBonus
          ? dotted([t('code', { code: code.bonusCode }), conditions(codeBonus, currency)])
          : t('codeNotForAmount')
      }
    >
      {codeBonus && <MoreInfo bonus={codeBonus} />}
      <IconButton
        icon="close"
        label={t('removeCodeOf', { code: code.bonusCode })}
        disabled={isBusy}
        onClick={() => void removeCode()}
      />
    </ChoiceRow>
  )
}

/**
 * It is not a form element, because it is inside the deposit form. Enter adds the code and does not submit the deposit.
 */
function CodeEntry({
  isBusy,
  onAdd,
  onCancel,
}: {
  isBusy: boolean
  onAdd: (code: string) => Promise<boolean>
  onCancel: () => void
}) {
  const t = useLabels('bonuses')
  const [text, setText] = useState('')
  const frame = useRef<HTMLDivElement>(null)
  // The input gets the focus, because the player has just chosen to enter a code; but arrow keys pass this choice on
  // the way to the next one.
  useEffect(() => {
    if (!document.activeElement?.matches(':focus-visible'))
      frame.current?.querySelector('input')?.focus({ preventScroll: true })
    frame.current?.scrollIntoView({ block: 'center' })
  }, [])
  const code = text.trim()
  const add = (event?: KeyboardEvent) => {
    event?.preventDefault()
    if (code && !isBusy) void onAdd(code)
  }
  return (
    <div ref={frame} className={styles.entry}>
      <Field
        label={t('codeLabel')}
        render={(control) => (
          <Input
            {...control}
            value={text}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="ltr"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && add(event)}
          />
        )}
      />
      <div className={styles.entryActions}>
        <Button tone="quiet" disabled={!code} isBusy={isBusy} onClick={() => add()}>
          {t('addCode')}
        </Button>
        <Button tone="plain" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}
