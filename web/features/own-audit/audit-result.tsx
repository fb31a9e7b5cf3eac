/** What the audit of a player's own file found. */
import { Detail } from '../../design/detail/detail.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { dateFormat, numberFormat } from '../../render/formats.ts'
import type { Audited } from './audit-worker.ts'
import styles from './own-audit.module.css'

export type ShownAudit = Audited & {
  /** Whether the file is that of the viewer. */
  isOwn: boolean
  /** Whether this browser has seen another key that signs reports. */
  isKeyChanged: boolean
}

export function AuditResult({ result }: { result: ShownAudit }) {
  const t = useLabels('own-audit')
  const locale = useLocale()
  const { findings, count, counts, madeAt, isOwn, isKeyChanged } = result
  const isGood = count === 0 && isOwn && !isKeyChanged
  const number = (value: number) => numberFormat(locale).format(value)
  return (
    <section className={styles.result} aria-label={t('result')}>
      <p className={styles.verdict} data-good={isGood}>
        <Icon name={isGood ? 'check-circle' : 'alert'} />
        {count === 0 ? t(isGood ? 'good' : 'doubtful') : t('bad', { count })}
      </p>
      {!isOwn && <p className={styles.fault}>{t('anotherPlayer')}</p>}
      {isKeyChanged && <p className={styles.fault}>{t('keyChanged')}</p>}
      <p className={styles.note}>{t(isGood ? 'goodText' : 'badText')}</p>
      {findings.length > 0 && (
        <ol className={styles.findings} dir="ltr" lang="en">
          {findings.map(({ code, where, text }, index) => (
            <li key={index}>
              <strong>{code}</strong> {where}: {text}
            </li>
          ))}
        </ol>
      )}
      <dl className={styles.facts}>
        <Detail term={t('rounds')}>{number(counts.rounds)}</Detail>
        <Detail term={t('recalculated')}>{number(counts.recomputed)}</Detail>
        <Detail term={t('unrevealed')}>{number(counts.unrevealed)}</Detail>
        <Detail term={t('pairs')}>{number(counts.pairs)}</Detail>
        {counts.draws > 0 && (
          <>
            <Detail term={t('draws')}>{number(counts.draws)}</Detail>
            <Detail term={t('recalculatedDraws')}>{number(counts.recomputedDraws)}</Detail>
          </>
        )}
        <Detail term={t('entries')}>{number(counts.entries)}</Detail>
        <Detail term={t('madeAt')}>
          {dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(madeAt))}
        </Detail>
      </dl>
      {counts.unrevealed > 0 && <p className={styles.note}>{t('unrevealedNote')}</p>}
      {counts.draws > counts.recomputedDraws && <p className={styles.note}>{t('unrevealedDrawsNote')}</p>}
    </section>
  )
}
