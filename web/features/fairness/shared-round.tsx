/** A round shared by all players: its crash point, hash, chain and beacon, which this browser can recalculate and verify. */
import { useState } from 'react'
import { beaconTime, quicknet } from '#contract/beacon.ts'
import type { EndedRound, SharedBeacon, SharedGame } from '#contract/shared-rounds.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { Card } from '../../design/card/card.tsx'
import { Detail } from '../../design/detail/detail.tsx'
import { When } from '../../design/when/when.tsx'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { Code } from './report.tsx'
import { timesIn } from './times.ts'
import styles from './fairness.module.css'

type Verdict = 'sharedGood' | 'sharedGoodBeacon' | 'sharedGoodCancelled' | 'sharedBad' | 'failed'

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
  const { round, chain, beacon } = data
  const verify = async () => {
    try {
      const { recheckShared } = await import('./recalculate.ts')
      setVerdict((await recheckShared(gameId, round, chain, beacon)) ? goodOf(round) : 'sharedBad')
    } catch {
      setVerdict('failed')
    }
  }
  return (
    <Card title={t('sharedTitle')}>
      <p className={styles.soft}>{t(round.beacon ? 'sharedLeadBeacon' : 'sharedLead')}</p>
      {!round.beacon && <p>{t('sharedKnown')}</p>}
      {chain.isDemo && <p className={styles.soft}>{t('sharedDemo')}</p>}
      {round.isInterrupted && <p>{t(round.isCancelled ? 'sharedCancelled' : 'sharedInterrupted')}</p>}
      <dl className={styles.figures}>
        <Detail term={t('sharedPoint')}>{round.isCancelled ? '–' : times(round.point)}</Detail>
      </dl>
      <p>{t('sharedHash')}</p>
      <Code>{round.hash}</Code>
      {!round.beacon && (
        <>
          <p>{t('sharedSalt')}</p>
          <Code>{chain.salt ?? '–'}</Code>
        </>
      )}
      <p>{t('sharedLast')}</p>
      <Code>{chain.lastHash}</Code>
      {round.beacon && beacon && <BeaconFacts round={round.beacon} beacon={beacon} />}
      <div className={styles.actions}>
        <Button tone="primary" icon="check-circle" onClick={() => void verify()}>
          {t('sharedCheck')}
        </Button>
      </div>
      <p role="status">{verdict && t(verdict)}</p>
    </Card>
  )
}

function goodOf({ beacon, isCancelled }: EndedRound): Verdict {
  if (isCancelled) return 'sharedGoodCancelled'
  return beacon ? 'sharedGoodBeacon' : 'sharedGood'
}

/** Who operates the beacon decides what its signature proves. */
function BeaconFacts({ round, beacon }: { round: NonNullable<EndedRound['beacon']>; beacon: SharedBeacon }) {
  const t = useLabels('fairness')
  const isQuicknet = beacon.chainHash === quicknet.chainHash
  return (
    <>
      <p className={styles.soft}>
        {t(beacon.isDemo ? 'sharedBeaconDemo' : isQuicknet ? 'sharedBeaconQuicknet' : 'sharedBeaconOwn')}
      </p>
      <dl className={styles.figures}>
        <Detail term={t('sharedBeaconRound')}>
          <bdi>{round.round}</bdi>
        </Detail>
        <Detail term={t('sharedBeaconTime')}>
          <When at={new Date(beaconTime(beacon, round.round)).toISOString()} />
        </Detail>
      </dl>
      <p>{t('sharedSignature')}</p>
      <Code>{round.signature ?? '–'}</Code>
      <p>{t('sharedBeaconChain', { name: beacon.name })}</p>
      <Code>{beacon.chainHash}</Code>
      <p>{t('sharedBeaconKey')}</p>
      <Code>{beacon.publicKey}</Code>
    </>
  )
}
