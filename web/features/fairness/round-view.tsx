/** The page of a round: outcome, stake and payout, seeds, and buttons to reveal and verify them. */
import type { FairRound } from '#contract/games.ts'
import { Badge } from '../../design/badge/badge.tsx'
import { Button } from '../../design/button/button.tsx'
import { Card } from '../../design/card/card.tsx'
import { Detail } from '../../design/detail/detail.tsx'
import { Money } from '../../design/money/money.tsx'
import { When } from '../../design/when/when.tsx'
import { useLabels } from '../../render/labels.tsx'
import { CopyButton } from '../payments/copy-button.tsx'
import { OutcomePicture } from './outcome-picture.tsx'
import { Code } from './report.tsx'
import styles from './fairness.module.css'

export type RoundViewProps = {
  round: FairRound
  /** The address that is copied. */
  address: string
  /** Whether the viewer may reveal the seed. */
  canReveal: boolean
  busy: 'reveal' | 'verify' | null
  onReveal: () => void
  onVerify: () => void
}

export function RoundView({ round, address, canReveal, busy, onReveal, onVerify }: RoundViewProps) {
  const t = useLabels('fairness')
  const isRevealed = round.serverSeed !== null
  return (
    <>
      <Card
        title={t('resultTitle')}
        aside={
          <>
            {round.mode === 'demo' && <Badge tone="neutral">{t('demo')}</Badge>}
            {round.status !== 'settled' && <Badge tone="info">{t(`status_${round.status}`)}</Badge>}
          </>
        }
      >
        {round.outcome && <OutcomePicture gameId={round.game.id} outcome={round.outcome} currency={round.currency} />}
        <dl className={styles.figures}>
          <Detail term={t('stake')}>
            <Money amount={round.stake} currency={round.currency} />
          </Detail>
          <Detail term={t('paidOut')}>
            <Money
              amount={round.payout}
              currency={round.currency}
              {...(round.payout > round.stake && { tone: 'win' as const })}
            />
          </Detail>
          <Detail term={t('playedAt')}>
            <When at={round.createdAt} />
          </Detail>
        </dl>
        <div className={styles.actions}>
          {isRevealed && (
            <Button tone="primary" icon="check-circle" isBusy={busy === 'verify'} onClick={onVerify}>
              {t('check')}
            </Button>
          )}
          {!isRevealed && canReveal && (
            <Button tone="primary" icon="eye" isBusy={busy === 'reveal'} onClick={onReveal}>
              {t('reveal')}
            </Button>
          )}
          <CopyButton text={address} label={t('copyLink')} />
        </div>
        {!isRevealed && <p className={styles.soft}>{t(canReveal ? 'revealHint' : 'secretHint')}</p>}
      </Card>
      <Card title={t('seeds')}>
        <dl className={styles.seeds}>
          <Seed term={t('fingerprintTitle')} value={round.serverSeedHash} />
          <Seed term={t('serverSeed')} value={round.serverSeed} />
          <Seed term={t('clientSeed')} value={round.clientSeed} />
          {round.drawn && (
            <>
              <Seed term={t('pair')} value={String(round.drawn.number)} />
              <Seed term={t('place')} value={round.drawn.place} />
              <Seed term={t('drawKey')} value={round.drawn.key.id} />
              <Seed term={t('proof')} value={round.drawn.proof} />
            </>
          )}
          <Seed term={t('nonce')} value={String(round.nonce)} />
          {round.choice && <Seed term={t('choice')} value={JSON.stringify(round.choice)} />}
          {round.outcome && 'acts' in round.outcome && (
            <Seed term={t('acts')} value={JSON.stringify(round.outcome.acts)} />
          )}
          <Detail term={t('maths', { version: round.mathsVersion })}>
            <Code>{round.mathsHash}</Code>{' '}
            <a className={styles.link} href={`/api/game/maths/${round.game.id}/${round.mathsVersion}`}>
              {t('mathsSources')}
            </a>
          </Detail>
        </dl>
      </Card>
    </>
  )
}

function Seed({ term, value }: { term: string; value: string | null }) {
  const t = useLabels('fairness')
  return (
    <Detail term={term}>
      {value === null ? <span className={styles.soft}>{t('secret')}</span> : <Code>{value}</Code>}
    </Detail>
  )
}
