/** The button to join a tournament. With a buy-in it opens the modal with the price. */
import { useQueryClient } from '@tanstack/react-query'
import type { Tournament } from '#contract/tournaments.ts'
import { api } from '../../api/client.ts'
import { invalidate, writeApi } from '../../api/use-api.ts'
import { Button, buttonClass } from '../../design/button/button.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { useSubmit } from '../../features/wallet/use-submit.ts'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import styles from './tournament.module.css'

const faults = new Set(['tournamentOver', 'playerExcluded', 'playerLimited', 'countryRestricted'])

export function Join({ tournament }: { tournament: Tournament }) {
  return tournament.buyIn ? (
    <BuyIn tournament={tournament} buyIn={tournament.buyIn} />
  ) : (
    <Confirm tournament={tournament} />
  )
}

type BuyInProps = { tournament: Tournament; buyIn: NonNullable<Tournament['buyIn']> }
function BuyIn({ tournament: { identity, state, isJoined, currency }, buyIn }: BuyInProps) {
  const t = useLabels('tournaments')
  const money = useMoney()
  const { isSignedIn } = useVisitor()
  if (state !== 'published' && !isJoined) return state === 'running' ? <p>{t('entriesClosed')}</p> : null
  if (!isSignedIn) return <SignIn />
  if (isJoined)
    return (
      <>
        <Joined text={t('entered')} />
        {buyIn.isOpen && (
          <ModalLink modal="tournament-entry" value={identity} className={buttonClass} data-tone="quiet" data-size="l">
            {t('leave')}
          </ModalLink>
        )}
      </>
    )
  return (
    <ModalLink modal="tournament-entry" value={identity} className={buttonClass} data-tone="primary" data-size="l">
      {t('enter', { price: money(buyIn.price, currency) })}
    </ModalLink>
  )
}

function SignIn() {
  const t = useLabels('tournaments')
  return (
    <ModalLink modal="sign-in" className={buttonClass} data-tone="primary" data-size="l">
      {t('signInToJoin')}
    </ModalLink>
  )
}

function Joined({ text }: { text: string }) {
  return (
    <p className={styles.joined}>
      <Icon name="check-circle" /> {text}
    </p>
  )
}

function Confirm({ tournament }: { tournament: Tournament }) {
  const t = useLabels('tournaments')
  const { isSignedIn } = useVisitor()
  const client = useQueryClient()
  const { isBusy, fault, run } = useSubmit({
    faults,
    after: () => void invalidate(client, 'GET /api/retention/tournaments'),
  })
  const { identity, entry, state, isJoined } = tournament
  if (entry !== 'confirmed' || (state !== 'published' && state !== 'running')) return null
  if (!isSignedIn) return <SignIn />
  if (isJoined) return <Joined text={t('joined')} />
  const join = () =>
    run(async () => {
      const params = { identity }
      const joined = await api('POST /api/retention/tournaments/{identity}/join', { params })
      writeApi(client, 'GET /api/retention/tournaments/{identity}', { params }, () => joined)
    })
  return (
    <>
      {fault && (
        <p className={styles.fault} role="alert">
          {t(fault)}
        </p>
      )}
      <Button tone="primary" size="l" isBusy={isBusy} onClick={() => void join()}>
        {t('join')}
      </Button>
    </>
  )
}
