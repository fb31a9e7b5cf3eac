/** The steps of a recalculated round, and whether they agree with the record. */
import type { ReactNode } from 'react'
import { Card } from '../../design/card/card.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { OutcomePicture } from './outcome-picture.tsx'
import { drawNames } from './draw-names.ts'
import type { DrawVerdict } from './check-draw.ts'
import type { Recalculated } from './recalculate.ts'
import styles from './fairness.module.css'

const maxDraws = 60

type ReportProps = { gameId: string; result: Recalculated; currency: string | null }

export function Report({ gameId, result: { steps, agrees }, currency }: ReportProps) {
  const t = useLabels('fairness')
  const { outcome } = steps
  return (
    <section className={styles.report} aria-live="polite" aria-label={t('report')}>
      {agrees ? (
        <Verdict
          isGood={isDrawValid(agrees.draw) && agrees.hash && agrees.outcome}
          isMain
          good={t('verdictGood')}
          bad={t('verdictBad')}
        />
      ) : (
        <p className={styles.verdict} data-main="">
          {t('verdictNone')}
        </p>
      )}
      {agrees && (
        <Step title={t('drawTitle')} text={t('drawText')}>
          <Verdict isGood={isDrawValid(agrees.draw)} good={t(`draw_${agrees.draw}`)} bad={t(`draw_${agrees.draw}`)} />
        </Step>
      )}
      <Step number={1} title={t('fingerprintTitle')} text={t('fingerprintText')}>
        <Code>{steps.fingerprint}</Code>
        {agrees && <Verdict isGood={agrees.hash} good={t('fingerprintGood')} bad={t('fingerprintBad')} />}
      </Step>
      <Step number={2} title={t('mixTitle')} text={t('mixText')}>
        <Code>{`HMAC-SHA256(${t('serverSeed')}, "${steps.message}")`}</Code>
        <Code>{steps.mixed}</Code>
      </Step>
      <Step number={3} title={t('drawsTitle')} text={t('drawsText')}>
        <Draws steps={steps} />
      </Step>
      <Step number={4} title={t('resultTitle')} text={t('resultText')}>
        {!agrees && <OutcomePicture gameId={gameId} outcome={outcome} currency={currency} />}
        {!agrees && <p>{t('payout', { payout: String(outcome.payout) })}</p>}
        {agrees && <Verdict isGood={agrees.outcome} good={t('resultGood')} bad={t('resultBad')} />}
      </Step>
    </section>
  )
}

/** A pair that is older than the verifiable random function is valid by the old rule. */
const isDrawValid = (draw: DrawVerdict) => draw === 'good' || draw === 'oldRule'

function Step({
  number,
  title,
  text,
  children,
}: {
  number?: number
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <Card title={number === undefined ? title : `${number}. ${title}`}>
      <p className={styles.soft}>{text}</p>
      {children}
    </Card>
  )
}

function Verdict({ isGood, isMain, good, bad }: { isGood: boolean; isMain?: boolean; good: string; bad: string }) {
  return (
    <p className={styles.verdict} data-good={isGood} data-main={isMain ? '' : undefined}>
      <Icon name={isGood ? 'check-circle' : 'alert'} />
      {isGood ? good : bad}
    </p>
  )
}

export function Code({ children }: { children: string }) {
  return (
    <code className={styles.code} dir="ltr">
      {children}
    </code>
  )
}

function Draws({ steps }: { steps: Recalculated['steps'] }) {
  const t = useLabels('fairness')
  const names = drawNames(steps)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={t('drawsTitle')}>
      <table>
        <thead>
          <tr>
            {['what', 'range', 'drawn'].map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.draws.slice(0, maxDraws).map(({ bound, value }, index) => (
            <tr key={index}>
              <th scope="row">{t(names[index]!.key, names[index]!.values)}</th>
              <td dir="ltr">{`0 … ${bound - 1}`}</td>
              <td dir="ltr">
                <strong>{value}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
