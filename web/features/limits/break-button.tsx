/**
 * A break of 24 hours that one press begins, where the law asks for such a button on every page. It asks nothing more:
 * it is for the moment in which a player wants to stop at once.
 */
import { useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { buttonClass } from '../../design/button/button.tsx'
import { useAlert } from '../alerts/raise-alert.ts'
import { definitionOf } from './periods.ts'
import { useIsOnBreak } from './use-is-on-break.ts'
import { useLimitActions } from './use-limits.ts'
import { alertFor } from '../wallet/use-submit.ts'
import { numberFormat } from '../../render/formats.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { useGo, useVisitor } from '../../render/router.tsx'
import styles from './break-button.module.css'

export function BreakButton() {
  const t = useLabels('shell')
  const go = useGo()
  const hours = numberFormat(useLocale(), { style: 'unit', unit: 'hour', unitDisplay: 'narrow' }).format(24)
  const alert = useAlert()
  const { add } = useLimitActions()
  const isOnBreak = useIsOnBreak()
  const { hasBreakButton } = useVisitor().init.config
  const [isBusy, setBusy] = useState(false)
  if (!hasBreakButton || isOnBreak) return null
  const begin = async () => {
    setBusy(true)
    try {
      await add({ definition: definitionOf['cooling-off'], period: '1-day' })
      await go('/break')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await alert('common', alertFor(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className={`${buttonClass} ${styles.break}`}
      data-tone="plain"
      aria-label={t('breakOfADay')}
      title={t('breakOfADayText')}
      disabled={isBusy}
      onClick={() => void begin()}
    >
      <Icon name="pause" />
      <span className={styles.words}>{t('breakOfADayShort')}</span>
      <span className={styles.hours}>{hours}</span>
    </button>
  )
}
