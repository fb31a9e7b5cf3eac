/** A round shared by all players: its crash point, hash and chain, which this browser can recalculate. */
import { useState } from 'react'
import type { SharedGame } from '#contract/shared-rounds.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { Card } from '../../design/card/card.tsx'
import { Detail } from '../../design/detail/detail.tsx'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { Code } from './report.tsx'
import { timesIn } from './times.ts'
import styles from './fairness.module.css'

type Verdict = 'sharedGood' | 'sharedBad'

export function SharedRoundCard({ gameId, number }: { gameId: SharedGame; number: number }) {
  const t = useLabels('fairness')
  const times = timesIn(useLocale())
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const { data, isPending } = useApi(
    'GET /api/game/shared-rounds/{gameId}/{number}',
    { params: { gameId, number } },
    { retry: false },
  )
  if (isPending) return null
  if (!data) return <Card title={t('sharedTitle')}>{t('sharedOpen')}</Card>
  const { round, chain } = data
  const verify = async () => {
    const { recheckShared } = await import('./recalculate.ts')
    setVerdict((await recheckShared(gameId, round, chain)) ? 'sharedGood' : 'sharedBad')
  }
  return (
    <Card title={t('sharedTitle')}>
      <p className={styles.soft}>{t('sharedLead')}</p>
      {chain.isDemo && <p className={styles.soft}>{t('sharedDemo')}</p>}
      {round.isInterrupted && <p>{t('sharedInterrupted')}</p>}
      <dl className={styles.figures}>
        <Detail term={t('sharedPoint')}>{times(round.point)}</Detail>
      </dl>
      <p>{t('sharedHash')}</p>
      <Code>{round.hash}</Code>
      <p>{t('sharedSalt')}</p>
      <Code>{chain.salt ?? '–'}</Code>
      <p>{t('sharedLast')}</p>
      <Code>{chain.lastHash}</Code>
      <div className={styles.actions}>
        <Button tone="primary" icon="check-circle" onClick={() => void verify()}>
          {t('sharedCheck')}
        </Button>
      </div>
      <p role="status">{verdict && t(verdict)}</p>
    </Card>
  )
}
