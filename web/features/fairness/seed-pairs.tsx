/** Lists the player's seed pairs of a game, and verifies their numbering and the draw of each revealed seed. */
import { useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { Card } from '../../design/card/card.tsx'
import { When } from '../../design/when/when.tsx'
import { useLabels } from '../../render/labels.tsx'
import type { PairsVerdict } from './check-draw.ts'
import styles from './fairness.module.css'

const initiallyShown = 10

export function SeedPairs({ game, playerId }: { game: string; playerId: string }) {
  const t = useLabels('fairness')
  const { data: pairs = [] } = useApi('GET /api/game/seed-pairs', { query: { game } })
  const [isBusy, setBusy] = useState(false)
  const [verdict, setVerdict] = useState<PairsVerdict | 'failed' | null>(null)
  const [isExpanded, setExpanded] = useState(false)
  if (pairs.length === 0) return null
  const verify = async () => {
    setBusy(true)
    try {
      const { checkPairs } = await import('./check-draw.ts')
      setVerdict(await checkPairs(pairs, { playerId, game }))
    } catch {
      setVerdict('failed')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={t('pairsTitle')}>
      <p className={styles.soft}>{t('pairsText')}</p>
      <ul className={styles.pairs}>
        {(isExpanded ? pairs : pairs.slice(0, initiallyShown)).map(({ number, openedAt, revealedAt, rounds }) => (
          <li key={number}>
            <strong>{t('pairNumber', { number })}</strong>
            <span>{t('pairRounds', { rounds })}</span>
            <span>
              {t(revealedAt ? 'pairRevealed' : 'pairOpen')} <When at={revealedAt ?? openedAt} form="short" />
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon="check-circle" isBusy={isBusy} onClick={() => void verify()}>
          {t('pairsCheck')}
        </Button>
        {!isExpanded && pairs.length > initiallyShown && (
          <Button tone="plain" onClick={() => setExpanded(true)}>
            {t('pairsAll', { count: pairs.length })}
          </Button>
        )}
      </div>
      <div role="status">
        {typeof verdict === 'string' && <p>{t(verdict)}</p>}
        {verdict && typeof verdict === 'object' && <Verdicts {...verdict} />}
      </div>
    </Card>
  )
}

export function Verdicts({ missing, wrong, unrevealed }: PairsVerdict) {
  const t = useLabels('fairness')
  const faults = (
    [
      ['pairsMissing', missing],
      ['pairsWrong', wrong],
      ['pairsUnrevealed', unrevealed],
    ] as const
  ).filter(([, numbers]) => numbers.length > 0)
  if (faults.length === 0) return <p>{t('pairsGood')}</p>
  return faults.map(([key, numbers]) => <p key={key}>{t(key, { numbers: numbers.join(', ') })}</p>)
}
